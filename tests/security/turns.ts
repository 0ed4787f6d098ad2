import { readFileSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { expect } from 'vitest';

/** Twice the milliseconds that the program may work before others have their turn. */
const unnoticed = 40;

/** Fails where `work` does more than half of itself, and more than anybody leaves unnoticed, between two turns of the event loop. */
export async function expectTurnsDuring(work: Promise<unknown>, what = ''): Promise<void> {
  const { all, longest } = await turnsDuring(work);
  expect(longest, what).toBeLessThan(Math.max(all / 2, unnoticed));
}

/**
 * Processor time of this thread for `work`, in ms: in all, and at most between two turns of the event loop. Collecting garbage is
 * left out: when it comes, and how much of it there is, depends on everything that the process did before.
 */
async function turnsDuring(work: Promise<unknown>): Promise<{ all: number; longest: number }> {
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const turns: { from: number; to: number; used: number }[] = [];
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    const from = performance.now();
    const before = threadTime();
    await new Promise((resolve) => setImmediate(resolve));
    turns.push({ used: threadTime() - before, from, to: performance.now() });
  }
  // Entries reach an observer in a later turn.
  await new Promise((resolve) => setTimeout(resolve, 1));
  collections.push(...observer.takeRecords());
  observer.disconnect();
  const own = turns.map(({ from, to, used }) => {
    const paused = collections.filter(({ startTime }) => startTime >= from && startTime < to);
    return Math.max(0, used - paused.reduce((sum, { duration }) => sum + duration, 0));
  });
  return { all: own.reduce((sum, used) => sum + used, 0), longest: Math.max(...own) };
}

/** Milliseconds of the processor that this thread has used; where the system does not say, those of the process. */
function threadTime(): number {
  if (process.platform === 'linux')
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
