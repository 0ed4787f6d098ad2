import { expect, test } from 'vitest';
import { checkSound } from './check-soak.ts';
import { soak } from './mixed-load.ts';

// tests/long/soak.test.ts does the same for ten minutes, and looks at memory and latency.

test('a few seconds of everything at once: every answer is right, and nothing else is logged', async () => {
  const result = await soak(3);
  checkSound(result);
  // Of each kind of request at least one, however slow the machine is.
  expect(new Set(result.samples.map(({ what }) => what)).size).toBe(18);
});
