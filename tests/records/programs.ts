import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where and how a program is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program that runs until it is ended. */
export interface Running {
  readonly url: string;
  /** Writes a line to its standard input. */
  write(line: string): void;
  /** The first line of standard output, past or coming, that `wanted` accepts. */
  line(wanted: (line: string) => boolean): Promise<string>;
  /** Ends it, and gives what it wrote to standard error. */
  end(): Promise<string>;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end with nothing on standard input. */
export async function runToEnd(start: Start): Promise<Outcome> {
  const child = spawnProgram(start);
  child.stdin.end();
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    closed(child),
  ]);
  return { code, stdout, stderr };
}

/** Starts a server; with `listens`, waits until it says where. */
export async function startRunning(start: Start, listens: boolean): Promise<Running> {
  const child = spawnProgram(start);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  let over = false;
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    wake();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  const ended = closed(child).then(() => {
    over = true;
    wake();
  });
  const until = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && !over) return;
        waiting.delete(look);
        if (found === undefined) reject(new Error(`precept ${start.args.join(' ')} ended early: ${stderr}`));
        else resolve(found);
      };
      waiting.add(look);
      look();
    });
  const url = listens ? await until(() => /listening on (\S+)\s/.exec(stderr)?.[1]) : '';
  return {
    url,
    write: (line) => void child.stdin.write(`${line}\n`),
    line: (wanted) => until(() => lines.find(wanted)),
    async end() {
      child.stdin.end();
      if (listens) child.kill('SIGTERM');
      await ended;
      return stderr;
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const running = new Set<Child>();
// Nothing outlives the comparison, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function spawnProgram({ program, args, cwd, env }: Start): Child {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  child.stdin.on('error', () => {});
  return child;
}

function closed(child: Child): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
