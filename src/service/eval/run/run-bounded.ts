import { setTimeout as pause } from 'node:timers/promises';
import { endGroup, isNotFound, startChild, stopChild } from '../../../runtime/start-child.ts';

/** How a program ended. */
export interface Ended {
  /** Null where it was stopped. */
  readonly code: number | null;
  readonly isMissing: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface Bounds {
  readonly milliseconds: number;
  /** Bytes of each stream that are kept: the first and the last half of them. */
  readonly kept: number;
  /** Aborts when the program is to end at once. */
  readonly stop: AbortSignal;
  /** What it may read; nothing unless given. */
  readonly input?: string;
}

/** Milliseconds that streams may stay open when the program and its group are gone. */
const patience = 2000;

/**
 * Runs a program to its end, with all that it starts: nothing of its process group is left. It may print as much as it likes.
 */
export async function runBounded(
  [program = '', ...args]: readonly string[],
  surroundings: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  { milliseconds, kept, stop, input }: Bounds,
): Promise<Ended> {
  const start = performance.now();
  const child = startChild(program, args, surroundings);
  const streams = { stdout: createEnds(kept), stderr: createEnds(kept) };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => streams[name].add(chunk));
  let wasStopped = false;
  const end = () => {
    wasStopped = true;
    endGroup(child);
    stopChild(child);
  };
  const timer = setTimeout(end, milliseconds);
  if (stop.aborted) end();
  stop.addEventListener('abort', end, { once: true });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const code = await new Promise<number | null | Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
    child.stdin.end(input);
  });
  clearTimeout(timer);
  stop.removeEventListener('abort', end);
  const seconds = (performance.now() - start) / 1000;
  const texts = () => ({ stdout: streams.stdout.text(), stderr: streams.stderr.text(), seconds });
  if (code instanceof Error) return { code: null, isMissing: !wasStopped, ...texts() };
  endGroup(child);
  // Whatever has left the group may hold them open for ever.
  const waiting = new AbortController();
  await Promise.race([closed, pause(patience, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  child.stdout.destroy();
  child.stderr.destroy();
  return { code: wasStopped ? null : code, isMissing: !wasStopped && isNotFound(code), ...texts() };
}

/** Keeps the first and the last bytes of a stream of any length. */
function createEnds(kept: number): { add(chunk: Buffer): void; text(): string } {
  const half = Math.floor(kept / 2);
  const first: Buffer[] = [];
  let room = half;
  let last: Buffer[] = [];
  let size = 0;
  let dropped = 0;
  return {
    add(given) {
      let chunk = given;
      if (room > 0) {
        first.push(chunk.subarray(0, room));
        const taken = Math.min(room, chunk.length);
        room -= taken;
        chunk = chunk.subarray(taken);
      }
      if (chunk.length === 0) return;
      last.push(chunk);
      size += chunk.length;
      if (size <= 2 * half) return;
      const all = Buffer.concat(last);
      dropped += all.length - half;
      last = [Buffer.from(all.subarray(all.length - half))];
      size = half;
    },
    text() {
      const all = Buffer.concat(last);
      const over = Math.max(0, all.length - half);
      const gap = dropped + over;
      const parts = [Buffer.concat(first), all.subarray(over)].map((part) => part.toString('utf8'));
      return parts.join(gap > 0 ? `\n[… ${gap} bytes are left out …]\n` : '');
    },
  };
}
