import { expect, test } from 'vitest';
import { killReaders } from './copies-kill.ts';

test('programs that are killed while they keep copies leave none that is torn', async () => {
  const run = await killReaders(4);
  expect(run).toMatchObject({ wrong: [], served: 2 });
  expect(run.answers).toBeGreaterThan(4);
});
