// Proves that a reader that is started fifty times, while its masters go, return, serve garbage and are replaced, is right each time, says
// what its answer is made of, sends each login to its own master alone, and is given within one and a half times the time of a reader
// without masters, of the clock and of the processor. Takes about a minute.
import { expect, test } from 'vitest';
import { type Cost, type Start, startThroughOutages } from '../federation/outage-starts.ts';
import { quantile } from '../soak/process-memory.ts';

/** How many times a start with masters costs one without, started right after it; the median of all. */
function ratioOf(starts: readonly Start[], what: keyof Cost): number {
  return quantile(
    starts.map(({ cost, costWithout }) => cost[what] / (costWithout?.[what] ?? Number.NaN)),
    0.5,
  );
}

test('fifty starts through outages of two masters', async () => {
  const { starts, logins } = await startThroughOutages(50, true);
  for (const { phase, answer, wanted } of starts) expect(answer, phase).toEqual(wanted);
  expect(logins).toEqual({ live: ['Bearer for-live'], signed: ['Bearer for-signed'], thief: [] });
  for (const phase of [...new Set(starts.map((one) => one.phase)), 'all']) {
    const those = starts.filter((one) => phase === 'all' || one.phase === phase);
    const [time, processor] = [ratioOf(those, 'time'), ratioOf(those, 'processor')];
    process.stderr.write(`${phase}: time ${time.toFixed(2)}x, processor ${processor.toFixed(2)}x\n`);
  }
  expect(ratioOf(starts, 'time')).toBeLessThan(1.5);
  expect(ratioOf(starts, 'processor')).toBeLessThan(1.5);
});
