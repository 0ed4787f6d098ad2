import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from './config/config.ts';
import { noRulesFolder } from './config/load/no-rules-folder.ts';
import { settingsPlaces } from './config/load/settings-file.ts';
import { hasOtherScopes } from './config/other-scopes.ts';
import { plainLsp, plainStdio } from './faces/cli/plain-stdio.ts';
import type { GivenFlags, Programs } from './faces/cli/program.ts';
import type { ServerReport } from './faces/cli/supervise.ts';
import { forReport } from './model/text/for-terminal.ts';
import { findProject } from './runtime/files/find-project.ts';
import { homeFolder } from './runtime/files/home-folder.ts';
import { asFormat, createLogger, type LogFormat } from './runtime/log.ts';
import type { World } from './runtime/world.ts';
import { openService } from './service/open-service.ts';
import type { Service } from './service/service.ts';

/** The program: the only file that acts when imported, and the only one that touches `process`. */

// Standard output is for answers and for the protocol. What plugins and libraries print goes to standard error.
const { stdout } = process;
Object.defineProperty(process, 'stdout', { value: process.stderr });
syncBuiltinESMExports();

let interruption: Promise<string> | null = null;
let endGently: ((signal: string) => void) | null = null;

const world: World = {
  env: process.env,
  cwd: workingFolder(),
  home: homeFolder(),
  stdin: process.stdin,
  stdout,
  stderr: process.stderr,
  interrupted() {
    interruption ??= new Promise((resolve) => {
      endGently = resolve;
    });
    return interruption;
  },
};
// Windows has SIGBREAK for Ctrl+Break, and SIGHUP there and elsewhere for a terminal that is closed. Programs that were started end with
// this one. Where nobody ends it gently, it dies of the signal as if it had not listened: shells and service managers look for that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const)
  process.once(signal, () => {
    if (endGently !== null) return endGently(signal);
    if (process.platform !== 'win32') process.once('exit', () => process.kill(process.pid, signal));
    process.exit(128 + (constants.signals[signal] ?? 0));
  });
let logFormat: LogFormat = process.env.PRECEPT_LOG_FORMAT === 'json' ? 'json' : 'text';
/** A line of text, written as the settings want it once they are known. */
const writeLine = (line: string) => process.stderr.write(forReport(asFormat(logFormat, line)));
const writeLog = (line: string) => process.stderr.write(forReport(line));

const programs: Programs = {
  machine: {
    platform: process.platform,
    node: process.versions.node,
    schemas: new URL('../schemas/', import.meta.url),
    program: [process.execPath, fileURLToPath(new URL('main.js', import.meta.url))],
  },
  async stdio({ http, watch, record, ...given }) {
    const since = Date.now();
    const interrupted = world.interrupted();
    const opening = open(given);
    const service = opening.then((opened) => opened.service);
    service.catch(() => {}); // Told below, by the opening itself.
    // While that waits for files.
    const { serveMcpOverStdio } = await import('./faces/mcp/stdio.ts');
    let log = createLogger('error', writeLog);
    const review = async (range: string | undefined) => {
      const { reviewWorkTree } = await import('./service/tasks/review/review-work-tree.ts');
      const { text } = await reviewWorkTree(
        { range },
        { ...given, ...world, writeLog },
        { format: 'prompt' },
      );
      return text;
    };
    const streams = record === undefined ? world : await recorded(record);
    const connection = serveMcpOverStdio(service, streams, () => log, review);
    // From here on all faces end together, and what has not begun yet need not.
    const ending = Promise.race([connection.ending, interrupted]).then(() => null);
    ({ log } = await opening);
    setTimeout(keepGarbageLow, startedUp).unref();
    setTimeout(async () => compileForHooks(await service, given, since), startedUp).unref();
    const watching = watch ? watchContent(await service, since) : null;
    const listener = http ? await Promise.race([ending, listen(await opening, given)]) : null;
    if (listener !== null) log.info(`listening on ${listener.url}`);
    await ending;
    (await service).hurry();
    await Promise.all([connection.drain(), listener?.close(), watching?.then((watch) => watch.close())]);
    await (await service).close();
    return connection.failed() ? 1 : 0;
  },
  async lsp(given) {
    const { serveLsp } = await import('./faces/lsp/server.ts');
    return serveLsp(world, given, keepHeapSmall);
  },
  async serve({ watch, reload, supervised, ...given }) {
    if (reload && supervised === null) return supervise(given);
    const asked = world.interrupted();
    const interrupted = supervised === null ? asked : Promise.race([asked, deserted()]);
    const since = Date.now();
    const opened = await open(given);
    const watching = watch ? await watchContent(opened.service, since) : null;
    const listener = await listen(opened, given, supervised ?? 0);
    // First, since whoever reads the line may change a file at once, and the port is to stay the same.
    if (supervised !== null) await reportToParent(opened.config, listener.port);
    writeLine(
      `precept: listening on ${listener.url} (explorer at /, API documentation at /docs, MCP at /mcp)\n`,
    );
    const { config, log } = opened;
    await keepGarbageLow();
    setTimeout(async () => {
      const { loadServed } = await import('./runtime/load-served.ts');
      await loadServed(new URL('./', import.meta.url));
      log.debug('all that this server may need of the program is loaded');
    }, settled).unref();
    // Nobody may use the store or log in for hours, and what is wrong with either is to be in the log by then.
    void opened.service.store?.().then((store) => store.isUp());
    void listener.isIssuerUp?.();
    if (config.rulesPath === null && !hasOtherScopes(config))
      log.warn(
        `nothing is served: ${noRulesFolder(config)}, or name a server to read from as master_server_url`,
      );
    log.info(`ending: ${(await interrupted) ?? 'the program that started it is gone'}`);
    watching?.close();
    opened.service.hurry();
    await listener.close();
    await opened.service.close();
    return 0;
  },
};

/** Has the default scope at hand for the hooks of this project; they look for one that no flags are meant for. */
async function compileForHooks(service: Service, { flags }: GivenFlags, since: number): Promise<void> {
  if (Object.keys(flags).length > 0) return;
  const { compileForHooks: compile } = await import('./service/tasks/hooks/compile-for-hooks.ts');
  await compile(service, world, since);
}

async function recorded(file: string) {
  const { recordedStreams } = await import('./service/tasks/run-evals.ts');
  return recordedStreams(world, file);
}

async function watchContent(service: Service, since: number) {
  const { watchContent: start } = await import('./service/tasks/watch-content.ts');
  return start(service, since);
}

/** Runs the server in a process of its own, which starts again when what it is made of changes. */
async function supervise({ flags }: GivenFlags): Promise<number> {
  const interrupted = world.interrupted();
  const { supervise: start } = await import('./faces/cli/supervise.ts');
  const program = fileURLToPath(new URL('main.js', import.meta.url));
  return start({
    command: [process.execPath, ...process.execArgv, program, ...process.argv.slice(2)],
    files: [
      program,
      ...settingsPlaces({ ...world, flags, project: await findProject(world.cwd, world.home) }),
    ],
    interrupted,
    writeLog,
  });
}

/** Tells the process that supervises this one what it cannot know. */
async function reportToParent({ settings, pluginFolder }: Config, port: number): Promise<void> {
  const { pluginFiles } = await import('./plugins/load/plugin-files.ts');
  const plugins = await pluginFiles(settings.enabled_plugins, pluginFolder);
  const report: ServerReport = { freePort: settings.http_port === 0 ? port : 0, plugins };
  // Nobody has to hear it: who watches over this process may be gone by now, and then it ends soon.
  await new Promise<void>((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(report, () => resolve());
  });
}

/** Settles when the process that supervises this one has closed its channel, or is gone. */
function deserted(): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.once('disconnect', resolve);
    else resolve();
  });
}

async function open(given: GivenFlags) {
  const { env, cwd, home } = world;
  const project = await findProject(cwd, home);
  const opened = await openService({ ...given, env, cwd, home, project, writeLog });
  logFormat = opened.config.settings.log_format;
  opened.service.feedback.resume();
  opened.service.followMasters();
  opened.service.usage.resume();
  return opened;
}

/**
 * The HTTP listener with MCP at /mcp, on `freePort` where the settings leave the choice open; that code is loaded when it
 * is first asked for.
 */
async function listen(
  { service, config, log }: Awaited<ReturnType<typeof open>>,
  { typed }: GivenFlags,
  freePort = 0,
) {
  const [{ startHttp }, { mountMcp }] = await Promise.all([
    import('./faces/http/listener/start.ts'),
    import('./embed/mcp-mount.ts'),
  ]);
  const mcp = mountMcp(service);
  const { http_host: host, http_port: port } = config.settings;
  const listener = await startHttp(service, {
    host,
    port: port === 0 ? freePort : port,
    portFlag: typed.http_port,
    log,
    mounts: mcp.mounts,
    assets: new URL('./', import.meta.url),
  });
  const close = async () => {
    await Promise.all([listener.close(), mcp.close()]);
  };
  return { ...listener, close };
}

async function main(argv: readonly string[]): Promise<number> {
  const editor = plainLsp(argv);
  if (editor !== null) return programs.lsp(editor);
  const plain = argv.length === 0 && world.stdin.isTTY ? null : plainStdio(argv);
  if (plain === null) return (await import('./faces/cli/run.ts')).runCli(argv, world, programs);
  try {
    return await programs.stdio(plain);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) writeLine(`precept: ${line}\n`);
    return error.isUsage ? 2 : 1;
  }
}

/** The working folder; the program ends where that was removed, such as the one of a work tree. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      'precept: the working folder does not exist any more; change to another one and run the command again\n',
    );
    process.exit(1);
  }
}

/** Logs what went wrong where nothing waits for it. */
function logUncaught(error: unknown): void {
  writeLine(`precept error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

/** Ends the process once its output is written: open input, keep-alive connections and the timers of a plugin would keep it alive. */
async function exit(code: number): Promise<void> {
  const written = [stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => stream.write('', () => resolve())),
  );
  await Promise.all(written);
  process.exit(code);
}

/** Milliseconds after which a host no longer waits for the start. */
const startedUp = 1000;
/** Until a server loads what it has not needed yet. */
const settled = 5000;

/**
 * Makes V8 look for garbage whenever the heap has grown by a third, where it would let it grow to a multiple while a large file or an
 * answer of a master is read: half of what those took was garbage.
 */
async function keepGarbageLow(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * Makes V8 look for garbage each time that the heap has grown by half, where it would let it grow to a multiple, and keeps the space
 * for new objects as small as it begins: for a process that stays beside others for a whole day and mostly waits. V8 reads both
 * flags whenever the heap is to grow, so that they count from now on.
 */
async function keepHeapSmall(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}

// A host that goes away closes our streams; what can no longer be delivered is not an error.
stdout.on('error', () => {});
process.stderr.on('error', () => {});
// What a plugin leaves running may fail when no answer waits for it any more; that must not end the program for everybody.
process.on('unhandledRejection', logUncaught);
process.on('uncaughtException', logUncaught);
// No await at the top level: the bundler would give each lazy import a file of its own in front of the one with its code.
void main(process.argv.slice(2))
  .catch((error: unknown) => {
    logUncaught(error);
    return 1;
  })
  .then(exit);
