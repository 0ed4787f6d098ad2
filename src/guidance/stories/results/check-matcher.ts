import { createGlob, isGlob } from './glob.ts';
import type { TestCase } from './junit.ts';

/** What the test cases that a check names have shown together. */
export interface Verdict {
  readonly cases: number;
  /** False as soon as one case failed or was skipped. */
  readonly passed: boolean;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The first line of the first failure; empty where there is none. */
  readonly message: string;
  /** The suite of the first case. */
  readonly suite: string;
  /** The reports that hold the cases, in the order they were read. */
  readonly reports: readonly string[];
}

export interface CheckMatcher {
  /** Counts one test case of a report; false when no check names it. */
  add(test: TestCase, report: string): boolean;
  /** Undefined where no case matched. */
  verdict(check: string): Verdict | undefined;
}

interface Tally {
  cases: number;
  passed: boolean;
  state: Verdict['state'];
  message: string;
  suite: string;
  readonly reports: Set<string>;
}

/**
 * Matches test cases with the texts of checks: a case counts for a check whose text is its name or full name, and where
 * no case has that very name, for a check that matches either as a glob. Memory grows with the checks, not the cases.
 */
export function createCheckMatcher(checks: Iterable<string>): CheckMatcher {
  const exact = new Map<string, Tally>();
  const globs: { readonly matches: (text: string) => boolean; readonly tally: Tally }[] = [];
  const byGlob = new Map<string, Tally>();
  for (const check of checks) {
    if (exact.has(check)) continue;
    exact.set(check, newTally());
    if (!isGlob(check)) continue;
    const tally = newTally();
    globs.push({ matches: createGlob(check), tally });
    byGlob.set(check, tally);
  }
  return {
    add({ name, fullName, outcome, message, suite }, report) {
      const named = new Set([exact.get(name), exact.get(fullName)]);
      for (const { matches, tally } of globs) {
        if (matches(name) || matches(fullName)) named.add(tally);
      }
      named.delete(undefined);
      for (const tally of named as Set<Tally>) {
        if (tally.cases++ === 0) tally.suite = suite;
        if (outcome === 'failed' && tally.state !== 'failed') tally.message = message;
        if (outcome === 'failed' || (outcome === 'skipped' && tally.state === 'passed'))
          tally.state = outcome;
        tally.passed &&= outcome === 'passed';
        tally.reports.add(report);
      }
      return named.size > 0;
    },
    verdict(check) {
      const found = [exact.get(check), byGlob.get(check)].find(
        (tally) => tally !== undefined && tally.cases > 0,
      );
      return found === undefined ? undefined : { ...found, reports: [...found.reports] };
    },
  };
}

function newTally(): Tally {
  return { cases: 0, passed: true, state: 'passed', message: '', suite: '', reports: new Set() };
}
