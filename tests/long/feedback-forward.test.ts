// Proves that feedback reaches the first master exactly once though that is killed again and again: 200 entries, ten kills.
// Takes about a minute.
import { expect, test } from 'vitest';
import { forwardThroughRestarts } from '../feedback/restarts.ts';

test('200 entries reach a master that is killed ten times, each once', async () => {
  const { local, counts, tasks } = await forwardThroughRestarts({ entries: 200, restarts: 10 });
  expect({ local, arrived: tasks.length }).toEqual({ local: 200, arrived: 200 });
  expect(counts).toEqual(Array(200).fill(1));
});
