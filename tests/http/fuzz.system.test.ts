import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBrokenRequests, checkRequests, endTarget, startTarget, type Target } from './check-requests.ts';

// tests/long/requests.test.ts does the same with 50,000 requests.

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => endTarget(target));

test('no request is answered with 5xx or a stack, on any face', async () => {
  const counts = await checkRequests(target, 500);
  // Were nothing served, or nothing refused, the test would show little.
  expect(Math.min(counts['2xx'] ?? 0, counts['4xx'] ?? 0)).toBeGreaterThan(33);
});

test('bytes that are no requests do no harm', () => checkBrokenRequests(target, 100));
