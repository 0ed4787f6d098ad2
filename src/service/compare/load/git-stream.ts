import { type GitWorld, startGit } from '../../../git/run-git.ts';
import { stopChild } from '../../../runtime/start-child.ts';

/** What git writes, to be read part by part. */
export interface GitStream {
  /** Sends a line to its standard input. */
  write(line: string): void;
  /** The bytes before the next `end`, which is read too; null where the output is over before that. */
  until(end: number): Promise<Buffer | null>;
  /** Reads this many bytes; those of a text that nobody wants are not kept. */
  bytes(count: number, keep: boolean): Promise<Buffer>;
  /** Why it failed; empty where it did not. */
  complaint(): Promise<string>;
  close(): void;
}

/** Git did not do what it was asked for. The message is its own. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Characters of what git says of a mistake that are kept. */
const maxComplaint = 2000;

/** Runs git with output that is too long to be held at once. */
export function streamGit(world: GitWorld, args: readonly string[]): GitStream {
  const child = startGit(world, args);
  const output = child.stdout[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, maxComplaint);
  });
  const failure = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? '' : said.trim() || `git ended with ${code}`));
  });

  async function more(): Promise<boolean> {
    const { done, value } = await output.next();
    if (done) return false;
    waiting = waiting.length === 0 ? value : Buffer.concat([waiting, value]);
    return true;
  }

  return {
    write: (line) => void child.stdin.write(`${line}\n`),
    async until(end) {
      for (let from = 0; ; ) {
        const at = waiting.indexOf(end, from);
        if (at !== -1) {
          const found = waiting.subarray(0, at);
          waiting = waiting.subarray(at + 1);
          return found;
        }
        from = waiting.length;
        if (!(await more())) return null;
      }
    },
    async bytes(count, keep) {
      const kept: Buffer[] = [];
      for (let left = count; left > 0; ) {
        if (waiting.length === 0 && !(await more())) throw new GitError('its output ended too soon');
        const taken = waiting.subarray(0, left);
        waiting = waiting.subarray(taken.length);
        left -= taken.length;
        if (keep) kept.push(taken);
      }
      return Buffer.concat(kept);
    },
    complaint: () => failure,
    close: () => stopChild(child),
  };
}
