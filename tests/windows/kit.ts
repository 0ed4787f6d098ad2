import assert from 'node:assert/strict';
import { type ChildProcessByStdio, type SpawnOptionsWithStdioTuple, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

// The proof runs without vitest, by the Windows build of Node alone: Wine cannot run all that vitest is made of.

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, with what it has written so far. */
export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<Outcome>;
  /** Waits until what `read` gives is neither null nor false. */
  until<Found>(what: string, read: (running: Running) => Found | null | false): Promise<Found>;
  end(): Promise<Outcome>;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
}

/** What each part of the proof works with. */
export interface Kit {
  /** A home folder with a blank and letters beyond ASCII in its path. */
  readonly home: string;
  /** A new folder with these files. */
  folder(files?: Readonly<Record<string, string>>): Promise<string>;
  run(args: readonly string[], options: RunOptions): Promise<Outcome>;
  start(args: readonly string[], options: RunOptions): Running;
}

export const rules = {
  '.precept/settings.yml': 'default_scope: shop\n',
  '.precept/rules/shop/commandments.yml':
    'api.errors:\n  when: When an endpoint can fail\n  paths: [src/api/**]\n  ruleset: [Answer errors as problem details]\nstyle:\n  when: Always\n  ruleset: [Write short functions]\n',
};

const program = process.argv[2] ?? '';

/**
 * Starts Node. Wine 8 loses a new process before its first instruction about once in some thousand starts and says an error that
 * Windows does not have (`UNKNOWN`), before anything of the program has run: then it is started again, and a line says so.
 */
function startedByWine(
  args: readonly string[],
  options: SpawnOptionsWithStdioTuple<'pipe', 'pipe', 'pipe'>,
): ChildProcessByStdio<Writable, Readable, Readable> {
  for (let left = 3; ; left -= 1) {
    try {
      return spawn(process.execPath, args, options);
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'UNKNOWN') throw error;
      process.stdout.write('     Wine could not start a process, and is asked again\n');
    }
  }
}

export async function createKit(): Promise<{ kit: Kit; close: () => Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'precept proof ñ ')));
  const home = join(root, 'José Ñ');
  await mkdir(home);
  let count = 0;
  const running = new Set<Running>();
  const kit: Kit = {
    home,
    async folder(files = {}) {
      const folder = join(root, `my project ${++count}`);
      await mkdir(folder);
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      return folder;
    },
    async run(args, options) {
      const one = kit.start(args, options);
      one.child.stdin.end();
      return one.ended;
    },
    start(args, options) {
      const own = options.home ?? home;
      const { PATH, SystemRoot, NODE_OPTIONS, ProgramData, TEMP = tmpdir() } = process.env;
      const env = {
        PATH,
        SystemRoot,
        NODE_OPTIONS,
        ProgramData,
        TEMP,
        TMP: TEMP,
        HOME: own,
        USERPROFILE: own,
      };
      const given = Object.entries({ ...env, LOCALAPPDATA: join(own, 'AppData', 'Local'), ...options.env });
      const child = startedByWine([program, ...args], {
        cwd: options.cwd,
        env: Object.fromEntries(given.filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
      const one = follow(child);
      running.add(one);
      void one.ended.then(() => running.delete(one));
      return one;
    },
  };
  const close = async () => {
    await Promise.all([...running].map((one) => one.end()));
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { kit, close };
}

function follow(child: ChildProcessByStdio<Writable, Readable, Readable>): Running {
  let [out, err, isOver] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      resolve({ code, stdout: out, stderr: err });
    });
  });
  const one: Running = {
    child,
    stdout: () => out,
    stderr: () => err,
    ended,
    until: (what, read) => {
      return poll(what, () => {
        const found = read(one);
        if (isOver && (found === null || found === false))
          throw new Stop(`it ended before ${what}: ${out}${err}`);
        return found;
      });
    },
    async end() {
      // There is no signal for it on Windows: this ends it at once.
      if (!isOver) child.kill();
      return ended;
    },
  };
  return one;
}

class Stop extends Error {}

/** Milliseconds after which what has not happened does not happen. */
const longest = 60_000;

/** Asks again and again until what `read` gives is neither null nor false. */
export async function poll<Found>(
  what: string,
  read: () => Found | null | false | Promise<Found | null | false>,
): Promise<Found> {
  const start = Date.now();
  for (;;) {
    let failure: unknown = null;
    try {
      const found = await read();
      if (found !== null && found !== false) return found;
    } catch (error) {
      if (error instanceof Stop) throw error;
      failure = error;
    }
    if (Date.now() - start > longest) throw new Error(`${what} did not happen`, { cause: failure });
    await pause(50);
  }
}

/** The outcome of a run that must be good and silent on standard error, but for lines that `allowed` takes. */
export function expectGood(
  { code, stdout, stderr }: Outcome,
  wanted: RegExp,
  allowed = /^precept: /,
): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line !== '' && !allowed.test(line));
  assert.deepEqual({ code, lines }, { code: 0, lines: [] }, `${stdout}\n${stderr}`);
  assert.match(stdout, wanted);
  return stdout;
}

/** The address that a server prints once it listens. */
export function addressOf(server: Running): Promise<string> {
  return server.until('the server listens', (one) => /listening on (\S+)\s/.exec(one.stderr())?.[1] ?? null);
}

export const text = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

/** A path with the letter case of its drive and folders changed: the same place on Windows. */
export function otherCase(path: string): string {
  return path.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
