// Proves that no copy is ever torn or wrong, and that every request is answered: three programs at a time keep copies of one master in one folder
// and are killed with SIGKILL, 500 times in all (COPY_KILLS), the others going on. Takes about 8 minutes.
import { expect, test } from 'vitest';
import { killReaders } from '../federation/copies-kill.ts';

const kills = Number(process.env.COPY_KILLS ?? 500);

test('programs that are killed while they keep copies leave none that is torn', async () => {
  const start = performance.now();
  const run = await killReaders({ kills, programs: 3 });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stderr.write(
    `${run.kills} kills in ${seconds} s, ${run.torn} within a write, ${run.answers} answers\n`,
  );
  expect(run).toMatchObject({ wrong: [], kills, served: kills });
  // Otherwise the kills would have proven nothing.
  expect(run.torn).toBeGreaterThan(kills / 100);
});
