import { expect, it } from 'vitest';
import { checkAttempts, checkServedAttempts } from './check-attempts.ts';

// tests/long/templates.test.ts does the same with 100,000 templates.

it('no generated template escapes, hangs or fails without a report', () => {
  const { rendered, failed } = checkAttempts(800);
  expect(Math.min(rendered, failed)).toBeGreaterThan(200);
});

it('the program serves what is left of such templates, with a report', async () => {
  expect(await checkServedAttempts(100)).toBeGreaterThan(40);
});
