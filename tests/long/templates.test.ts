// Proves that no template escapes, hangs, or fails without a report: 100,000 generated expressions, spoilt texts, probes for
// prototypes and constructors and endless loops, each rendered in both ways within a second of processor time while every value
// of the process inherits a secret; 10,000 more served by the program. Takes about 2 minutes. FUZZ_SEED tries others.
import { expect, test } from 'vitest';
import { checkAttempts, checkServedAttempts } from '../template/check-attempts.ts';

test('100,000 templates', () => {
  const { rendered, failed, slowest } = checkAttempts(100_000);
  process.stderr.write(
    `100,000 templates: ${rendered} rendered, ${failed} failed, the slowest took ${Math.round(slowest)} ms\n`,
  );
  expect(Math.min(rendered, failed)).toBeGreaterThan(20_000);
});

test('10,000 templates as rules of a server', async () => {
  const reports = await checkServedAttempts(10_000);
  process.stderr.write(`10,000 templates served: ${reports} reported as failed\n`);
  expect(reports).toBeGreaterThan(4_000);
});
