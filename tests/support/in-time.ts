import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';

/**
 * Fails where something that may take `limit` milliseconds took longer. A machine that is busy with something else gets room
 * in proportion to what Node takes there to start and end right now; an idle one gets hardly any.
 */
export async function expectInTime(took: number, limit: number, what = ''): Promise<void> {
  if (took < limit) return;
  const starts = [await startOfNode(), await startOfNode(), await startOfNode()];
  const room = 25 * Math.max(...starts);
  expect(took, `${what} (with ${Math.round(room)} ms of room for a busy machine)`).toBeLessThan(limit + room);
}

/** Starts measuring; call what it gives to end that, and to fail where more than `limit` milliseconds went by. */
export function startClock(): { expectInTime(limit: number, what?: string): Promise<void> } {
  const start = performance.now();
  return { expectInTime: (limit, what) => expectInTime(performance.now() - start, limit, what) };
}

/** Milliseconds from the start of an empty program to its end. */
async function startOfNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

/** Starts measuring the processor time of this process, in milliseconds: the clock would blame it for a busy machine. */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
