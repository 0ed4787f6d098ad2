import { expect } from 'vitest';
import type { Soak } from './mixed-load.ts';

/** What the log may tell of: the start, and a master that comes and goes. */
const expected =
  /^precept (info|debug): |^precept warn: (master http:\S+ is (un)?available|master http:\S+ is back|master http:\S+ did not reload)/;

/** Fails unless every answer was right, everything acknowledged is there, and nothing but outages was logged. */
export function checkSound({
  errors,
  logged,
  feedback: [found, acknowledged],
  samples,
  outages,
}: Soak): void {
  expect(errors).toEqual([]);
  expect(logged.filter((line) => !expected.test(line))).toEqual([]);
  expect(found).toBe(acknowledged);
  expect(outages).toBeGreaterThan(0);
  expect(new Set(samples.map(({ what }) => what)).size).toBe(18);
}
