import { expect, test } from 'vitest';
import { judge, killWriters } from './kill.ts';
import { newLog } from './support.ts';

test('four writers, killed thirty times, lose and double nothing that was acknowledged', async () => {
  const run = await killWriters(await newLog(), { writers: 4, kills: 30 });
  expect(run.acknowledged.length).toBeGreaterThan(100);
  expect(judge(run)).toEqual({ missing: [], twice: [], tornTooMany: false, tornWithEntries: [] });
});
