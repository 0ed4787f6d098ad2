// Proves that every acknowledged entry is in the log exactly once and that every line but a torn one parses: eight processes append
// while one after another is killed with SIGKILL, 1,000 times. Takes about 4 minutes.
import { expect, test } from 'vitest';
import { judge, killWriters } from '../feedback/kill.ts';
import { newLog } from '../feedback/support.ts';

test('eight writers, killed a thousand times, lose and double nothing that was acknowledged', async () => {
  const run = await killWriters(await newLog(), { writers: 8, kills: 1000 });
  const { acknowledged, sent, found, torn } = run;
  process.stderr.write(
    `${sent} entries sent, ${acknowledged.length} acknowledged, ${found.size} in the log, ${torn.length} torn lines\n`,
  );
  expect(judge(run)).toEqual({ missing: [], twice: [], tornTooMany: false, tornWithEntries: [] });
});
