import { expect, test } from 'vitest';
import { killReaders } from './copies-kill.ts';

test('programs that are killed while they keep copies leave none that is torn', async () => {
  const run = await killReaders({ kills: 4, programs: 2 });
  expect(run).toMatchObject({ wrong: [], kills: 4, served: 4 });
  expect(run.answers).toBeGreaterThan(8);
});
