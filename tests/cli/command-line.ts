import { PassThrough } from 'node:stream';
import type { Programs } from '../../src/faces/cli/program.ts';
import { runCli } from '../../src/faces/cli/run.ts';
import { emptyFolder } from '../support/program.ts';

export interface CommandLineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder; an empty one when left out, like the home folder. */
  readonly cwd?: string;
  readonly home?: string;
  /** Whether all three streams are a terminal. */
  readonly terminal?: boolean;
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
    readonly server: 'stdio' | 'serve';
    readonly flags: object;
    readonly http?: boolean;
    /** Left out where it is false. */
    readonly watch?: true;
  }[];
}

/** A command line that runs in this process, with what it has written so far. */
export interface RunningCommand {
  stderr(): string;
  /** Waits until standard error holds `text`; rejects when the command line ends without. */
  logged(text: string): Promise<void>;
  /** Asks it to end, as a signal does. */
  interrupt(): void;
  readonly ended: Promise<Printed>;
}

/** Runs one command line of the CLI with streams of its own; servers are not started, only noted. */
export async function precept(argv: readonly string[], options: CommandLineOptions = {}): Promise<Printed> {
  return (await startPrecept(argv, options)).ended;
}

/** Starts what `precept` runs to its end. */
export async function startPrecept(
  argv: readonly string[],
  options: CommandLineOptions = {},
): Promise<RunningCommand> {
  const { env = {}, terminal = false, served = 0, platform = 'linux', node = '20.0.0' } = options;
  const folder = await emptyFolder();
  const { cwd = folder, home = folder } = options;
  const stream = () => Object.assign(new PassThrough(), { isTTY: terminal });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  const [printed, logged] = [textOf(stdout), textOf(stderr)];
  const started: Printed['started'][number][] = [];
  const programs: Programs = {
    machine: { platform, node, schemas: new URL('../../schemas/', import.meta.url) },
    async stdio({ flags, http, watch }) {
      started.push({ server: 'stdio', flags, http, ...(watch && { watch }) });
      return served;
    },
    async serve({ flags }) {
      started.push({ server: 'serve', flags });
      return served;
    },
  };
  const { promise: interrupted, resolve: interrupt } = deferred<string>();
  const run = async (): Promise<Printed> => {
    const code = await runCli(argv, { env, cwd, home, stdin, stdout, stderr, interrupted }, programs);
    await Promise.all([stdout, stderr].map((output) => new Promise<void>((resolve) => output.end(resolve))));
    return { code, stdout: printed(), stderr: logged(), started };
  };
  const ended = run();
  return {
    stderr: logged,
    async logged(text) {
      const seen = new Promise<true>((resolve) => {
        const look = () => {
          if (logged().includes(text)) resolve(true);
        };
        stderr.on('data', look);
        look();
      });
      if ((await Promise.race([seen, ended])) !== true && !logged().includes(text))
        throw new Error(`The command ended before it logged "${text}". stderr: ${logged()}`);
    },
    interrupt: () => interrupt('SIGINT'),
    ended,
  };
}

/** Reads a stream; what it gives is the text so far. */
function textOf(stream: PassThrough): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
