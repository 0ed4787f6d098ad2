import { PassThrough } from 'node:stream';
import type { Programs } from '../../src/faces/cli/program.ts';
import { runCli } from '../../src/faces/cli/run.ts';
import { emptyFolder, programFile } from '../support/program.ts';

export interface CommandLineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder; an empty one when left out, like the home folder. */
  readonly cwd?: string;
  readonly home?: string;
  /** Whether all three streams are a terminal. */
  readonly terminal?: boolean;
  /** What is typed; it stays open where left out. */
  readonly input?: string;
  /** What the command line takes the computer to be. */
  readonly platform?: string;
  readonly node?: string;
  /** Exit code of the servers that a command line may start. */
  readonly served?: number;
}

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The servers that were started, with what the command line said of them. */
  readonly started: readonly {
    readonly server: 'stdio' | 'serve' | 'lsp';
    readonly flags: object;
    readonly http?: boolean;
    /** Left out where it is false. */
    readonly watch?: true;
  }[];
}

/** Runs one command line of the CLI with streams of its own; servers are not started, only noted. */
export async function precept(argv: readonly string[], options: CommandLineOptions = {}): Promise<Printed> {
  const { env = {}, terminal = false, served = 0, platform = 'linux', node = '20.0.0' } = options;
  const folder = await emptyFolder();
  const { cwd = folder, home = folder } = options;
  const stream = () => Object.assign(new PassThrough(), { isTTY: terminal });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  if (options.input !== undefined) stdin.end(options.input);
  const printed = [stdout, stderr].map((output) => output.toArray());
  const started: Printed['started'][number][] = [];
  const programs: Programs = {
    machine: {
      platform,
      node,
      schemas: new URL('../../schemas/', import.meta.url),
      program: [process.execPath, programFile],
    },
    async stdio({ flags, http, watch }) {
      started.push({ server: 'stdio', flags, http, ...(watch && { watch }) });
      return served;
    },
    async lsp({ flags }) {
      started.push({ server: 'lsp', flags });
      return served;
    },
    async serve({ flags }) {
      started.push({ server: 'serve', flags });
      return served;
    },
  };
  const interrupted = () => new Promise<string>(() => {});
  const code = await runCli(argv, { env, cwd, home, stdin, stdout, stderr, interrupted }, programs);
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = (await Promise.all(printed)).map((chunks) => Buffer.concat(chunks).toString());
  return { code, stdout: out, stderr: err, started };
}
