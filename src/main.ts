import { homedir } from 'node:os';
import { ConfigError } from './config/config.ts';
import type { Flags, Programs } from './faces/cli/program.ts';
import { createLogger } from './runtime/log.ts';
import type { World } from './runtime/world.ts';
import { openService } from './service/open-service.ts';

/** The program: the only file that acts when imported, and the only one that touches `process`. */
const world: World = {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  }),
};
const writeLog = (line: string) => process.stderr.write(line);

const programs: Programs = {
  machine: {
    platform: process.platform,
    node: process.versions.node,
    schemas: new URL('../schemas/', import.meta.url),
  },
  async stdio({ flags, http }) {
    // A library that tells something through the console must not do so in the midst of the protocol.
    globalThis.console = new console.Console(process.stderr, process.stderr);
    const { serveMcpOverStdio } = await import('./faces/mcp/stdio.ts');
    const opening = open(flags);
    const service = opening.then((opened) => opened.service);
    service.catch(() => {}); // Told below, by the opening itself.
    let log = createLogger('error', writeLog);
    const connection = serveMcpOverStdio(service, world, () => log);
    ({ log } = await opening);
    const listener = http ? await listen(await opening) : null;
    if (listener !== null) log.info(`listening on ${listener.url}`);
    await Promise.race([connection.closed, world.interrupted]);
    await Promise.all([connection.drain(), listener?.close()]);
    await (await service).close();
    return 0;
  },
  async serve({ flags }) {
    const opened = await open(flags);
    const listener = await listen(opened);
    writeLog(`precept: listening on ${listener.url}\n`);
    await world.interrupted;
    await listener.close();
    await opened.service.close();
    return 0;
  },
};

async function open(flags: Flags) {
  const opened = await openService({ flags, env: world.env, cwd: world.cwd, home: world.home, writeLog });
  opened.service.feedback.resume();
  return opened;
}

/** The HTTP listener with MCP at /mcp; that code is loaded when it is first asked for. */
async function listen({ service, config, log }: Awaited<ReturnType<typeof open>>) {
  const [{ startHttp }, { mountMcp }] = await Promise.all([
    import('./faces/http/start.ts'),
    import('./embed/mcp-mount.ts'),
  ]);
  const mcp = mountMcp(service);
  const { http_host: host, http_port: port } = config.settings;
  const listener = await startHttp(service, {
    host,
    port,
    log,
    mounts: mcp.mounts,
    assets: new URL('./', import.meta.url),
  });
  const close = async () => {
    await Promise.all([listener.close(), mcp.close()]);
  };
  return { url: listener.url, close };
}

/**
 * The flags of a command line that plainly starts the stdio server, or null. Agent hosts wait for this start, so it
 * goes without loading the command-line parser, which handles everything else.
 */
function plainStdio(argv: readonly string[]): Flags | null {
  if (argv.length === 0) return world.stdin.isTTY ? null : {};
  const names: Record<string, 'config' | 'rules_path'> = {
    '-c': 'config',
    '--config': 'config',
    '-r': 'rules_path',
    '--rules-path': 'rules_path',
  };
  const flags: Record<string, string> = {};
  for (let index = 0; index < argv.length; index += 2) {
    const name = names[argv[index] ?? ''];
    const value = argv[index + 1];
    if (name === undefined || value === undefined || value.startsWith('-')) return null;
    flags[name] = value;
  }
  return flags;
}

async function main(argv: readonly string[]): Promise<number> {
  const flags = plainStdio(argv);
  if (flags === null) return (await import('./faces/cli/run.ts')).runCli(argv, world, programs);
  try {
    return await programs.stdio({ flags, http: false });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) writeLog(`precept: ${line}\n`);
    return 1;
  }
}

// A host that goes away closes our stdout; what can no longer be delivered is not an error.
process.stdout.on('error', () => {});
const code = await main(process.argv.slice(2));
const written = [process.stdout, process.stderr].map(
  (stream) => new Promise<void>((resolve) => stream.write('', () => resolve())),
);
await Promise.all(written);
// Open input, keep-alive connections and the timers of a plugin would each keep the process alive.
process.exit(code);
