import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { isNotFound, stopChild } from './start-child.ts';

/** What became of a program. */
export interface ChildOutcome {
  /** Null when it was stopped: too slow, or more output than anyone wanted to read. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How long a program may take, and how much it may write. */
export interface ChildLimits {
  readonly milliseconds: number;
  readonly maxOutput: number;
}

/** Waits for a program that `startChild` has started, with `input` for it, within limits. Null where there is no such program. */
export function endOfChild(
  child: ChildProcessWithoutNullStreams,
  { milliseconds, maxOutput }: ChildLimits,
  input?: string,
): Promise<ChildOutcome | null> {
  return new Promise((resolve) => {
    const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let bytes = 0;
    let wasStopped = false;
    const stop = () => {
      wasStopped = true;
      stopChild(child);
    };
    const timer = setTimeout(stop, milliseconds);
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxOutput) stop();
        else written[stream].push(chunk);
      });
    child.once('error', () => {
      clearTimeout(timer);
      resolve(null);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const stdout = Buffer.concat(written.stdout).toString('utf8');
      const stderr = Buffer.concat(written.stderr).toString('utf8');
      if (isNotFound(code)) resolve(null);
      else resolve({ code: wasStopped ? null : code, stdout, stderr });
    });
    child.stdin.end(input);
  });
}
