import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterFile } from './after-file.ts';
import { tempFolder } from './folder.ts';
import { hasSignals } from './system.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program; tests/setup/build.ts builds it before the tests. */
export const programFile: string = `${root}dist/main.js`;
/** Settings file of the example content. */
export const acmeSettings: string = `${root}examples/acme/settings.yml`;

export interface StartOptions {
  /** Variables beside PATH, HOME and NO_COLOR; nothing of the tests' own environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder; an empty one when left out. */
  readonly cwd?: string;
  /** The built program, where it is another one. */
  readonly main?: string;
}

export interface Outcome {
  /** Exit code; null after a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, with everything it has written so far. */
export interface RunningProgram {
  readonly pid: number;
  readonly stdin: Writable;
  /** Complete lines of standard output so far. */
  readonly lines: readonly string[];
  /** The first line of standard output, past or coming, that `wanted` accepts; rejects when the program ends first. */
  line(wanted: (line: string) => boolean): Promise<string>;
  /** Everything on standard error so far. */
  stderr(): string;
  /** Waits until standard error holds `text`; rejects when the program ends without. */
  logged(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Settles once the program has ended and its streams are read to the end. */
  readonly ended: Promise<Outcome>;
}

const running = new Set<ChildProcessByStdio<Writable, Readable, Readable>>();
const killAll = () => {
  for (const child of running) child.kill('SIGKILL');
};
// Whatever a test leaves behind dies with its file, and with the worker.
process.once('exit', killAll);

/** An environment for children that holds nothing of the machine's own settings. */
export async function cleanEnvironment(
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const { PATH = '', PRECEPT_CHILD_COVERAGE: coverage } = process.env;
  const { HOME = await emptyFolder() } = env;
  // Windows gives a program its user's own folder unless another is named.
  return { PATH, HOME, USERPROFILE: HOME, ...(coverage && { NODE_V8_COVERAGE: coverage }), ...env };
}

/** Starts the built program (`node dist/main.js …args`) and collects what it writes. It is killed after the file's tests. */
export async function startProgram(
  args: readonly string[],
  options: StartOptions = {},
): Promise<RunningProgram> {
  const env = await cleanEnvironment(options.env);
  const child = spawn(process.execPath, [options.main ?? programFile, ...args], {
    env,
    cwd: options.cwd ?? env.HOME,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return follow(child);
}

/** Runs the program to its end, with `input` as its whole standard input. */
export async function runProgram(
  args: readonly string[],
  options: StartOptions & { input?: string } = {},
): Promise<Outcome> {
  const program = await startProgram(args, options);
  program.stdin.end(options.input ?? '');
  return program.ended;
}

/** Has a program end in order, and gives how it did. Where it cannot be asked to, it is ended at once, which counts as order. */
export async function endInOrder(program: RunningProgram): Promise<Outcome> {
  program.signal('SIGTERM');
  const outcome = await program.ended;
  return hasSignals ? outcome : { ...outcome, code: 0, signal: null };
}

/** Where a program says that it listens, once it does. */
export async function addressOf(program: RunningProgram): Promise<string> {
  await program.logged('listening on http');
  return /listening on (\S+)\s/.exec(program.stderr())?.[1] ?? '';
}

/** Collects the output of a child process and kills it after the file's tests. */
export function follow(child: ChildProcessByStdio<Writable, Readable, Readable>): RunningProgram {
  running.add(child);
  afterFile(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let out = '';
  let rest = '';
  let err = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of [...waiting]) check();
  };

  /** Waits until `find` gives something else than undefined. */
  const until = <Found>(find: () => Found | undefined, what: string): Promise<Found> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = find();
        if (found === undefined && !over) return;
        waiting.delete(check);
        if (found === undefined) reject(new Error(`The program ended before ${what}. stderr: ${err}`));
        else resolve(found);
      };
      waiting.add(check);
      check();
    });

  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
    wake();
  });
  // A program that has ended closes the pipe under a test that still writes.
  child.stdin.on('error', () => {});
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      over = true;
      wake();
      resolve({ code, signal, stdout: out, stderr: err });
    });
  });

  return {
    pid: child.pid ?? 0,
    stdin: child.stdin,
    lines,
    line(wanted) {
      let seen = 0;
      const next = () => {
        const found = lines.slice(seen).find(wanted);
        seen = lines.length;
        return found;
      };
      return until(next, 'the awaited line');
    },
    stderr: () => err,
    logged: async (text) => void (await until(() => err.includes(text) || undefined, `it logged "${text}"`)),
    signal: (name) => void child.kill(name),
    ended,
  };
}

let empty: Promise<string> | undefined;

/** One empty folder for all tests of a file: home and working folder of programs that get no other. */
export function emptyFolder(): Promise<string> {
  if (empty === undefined) {
    empty = tempFolder();
    afterFile(() => {
      empty = undefined;
    });
  }
  return empty;
}
