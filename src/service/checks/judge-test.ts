import { createGlob } from '../../guidance/stories/results/glob.ts';
import type { Results } from '../../guidance/stories/results/results-of.ts';

/** What imported results say of the tests that a check names. */
export type TestVerdict =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly test: string }
  | { readonly state: 'unknown'; readonly why: string };

/** Judges a test, by its name or a pattern of names: one that failed decides. */
export function judgeTest(test: string, results: Results): TestVerdict {
  const matches = createGlob(test);
  const found = results.all().filter(({ check }) => check === test || matches(check));
  const failed = found.find(({ state }) => state === 'failed');
  if (failed !== undefined) return { state: 'failed', test: failed.check };
  if (found.some(({ state }) => state === 'passed')) return { state: 'passed' };
  const why =
    found.length === 0 ? 'no result of this test is imported' : 'its last result is old, or it was skipped';
  return { state: 'unknown', why };
}
