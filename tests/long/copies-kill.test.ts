// Proves that no copy is ever torn or wrong: two programs keep copies of one master in one folder and are killed with SIGKILL, 500 times in
// all. Takes about 8 minutes.
import { expect, test } from 'vitest';
import { killReaders } from '../federation/copies-kill.ts';

test('programs that are killed 500 times leave no copy that is torn', async () => {
  const run = await killReaders(500);
  process.stderr.write(`${run.answers} answers\n`);
  expect(run).toMatchObject({ wrong: [], served: 250 });
});
