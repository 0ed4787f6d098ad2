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

/** What this process has used of the processor since it was started, in milliseconds: the clock would blame it for a busy machine. */
export interface ProcessorClock {
  took(): number;
  /** Fails where more than `limit` was used, with room for a processor that others slow down: 25 times what known work costs now. */
  expectInTime(limit: number, what?: string): void;
}

export function startProcessorClock(): ProcessorClock {
  const start = process.cpuUsage();
  const took = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  return {
    took,
    expectInTime: (limit, what) => expectProcessorTime(took(), limit, what),
  };
}

/** Fails where `used` milliseconds of processor time are more than `limit`, with the room that `ProcessorClock` gives. */
export function expectProcessorTime(used: number, limit: number, what = ''): void {
  if (used < limit) return;
  const room = 25 * Math.max(costOfKnownWork(), costOfKnownWork(), costOfKnownWork());
  expect(used, `${what} (with ${Math.round(room)} ms of room for a slow processor)`).toBeLessThan(
    limit + room,
  );
}

/** Milliseconds that a few megabytes of JSON cost, read and written: some twenty on an idle machine. */
function costOfKnownWork(): number {
  const { took } = startProcessorClock();
  const list = Array.from({ length: 30_000 }, (_, index) => ({ name: `name ${index}`, index }));
  if (JSON.parse(JSON.stringify(list)).length !== list.length) throw new Error('lost in JSON');
  return took();
}
