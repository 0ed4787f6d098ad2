// Proves that a reader that is started fifty times, while its masters go, return, serve garbage and are replaced, is right each time, says
// what its answer is made of and sends each login to its own master alone; prints what a start costs beside one without masters.
// Takes about a minute.
import { expect, test } from 'vitest';
import { startThroughOutages } from '../federation/outage-starts.ts';
import { quantile } from '../soak/process-memory.ts';

test('fifty starts through outages of two masters', async () => {
  const { starts, logins } = await startThroughOutages(50, true);
  for (const { phase, answer, wanted } of starts) expect(answer, phase).toEqual(wanted);
  expect(logins).toEqual({ live: ['Bearer for-live'], signed: ['Bearer for-signed'], thief: [] });
  const [cost, without] = [
    quantile(
      starts.map((one) => one.cost),
      0.5,
    ),
    quantile(
      starts.map((one) => one.costWithout ?? 0),
      0.5,
    ),
  ];
  for (const phase of new Set(starts.map((one) => one.phase))) {
    const of = quantile(
      starts.filter((one) => one.phase === phase).map((one) => one.cost),
      0.5,
    );
    process.stderr.write(`${phase}: ${of.toFixed(0)} ms\n`);
  }
  process.stderr.write(
    `processor time ${cost.toFixed(0)} ms, without masters ${without.toFixed(0)} ms: ${(cost / without).toFixed(2)}x\n`,
  );
});
