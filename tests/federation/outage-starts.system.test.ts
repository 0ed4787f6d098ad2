import { expect, test } from 'vitest';
import { startThroughOutages } from './outage-starts.ts';

// tests/long/outage-starts.test.ts starts fifty, and looks at what they cost.
test('readers that start while masters go, return, serve garbage and are replaced give right answers, and say what they are made of', async () => {
  const { starts, logins } = await startThroughOutages(8);
  for (const { phase, answer, wanted, log } of starts) {
    expect(answer, phase).toEqual(wanted);
    const { copies } = answer as { copies: string[] };
    expect(log.match(/^precept warn: master .* is unavailable/gm) ?? [], phase).toHaveLength(copies.length);
  }
  expect(logins).toEqual({ live: ['Bearer for-live'], signed: ['Bearer for-signed'], thief: [] });
});
