import type { CheckResult } from '../story.ts';
import type { Results } from './results-of.ts';

/** What a result is of. */
export interface CheckPlace {
  readonly scope: string;
  /** The ref of a criterion, or the id of a rule whose check names the test. */
  readonly ac: string;
  readonly check: string;
}

/** Where imported test results are kept: a file, or a database that replicas share. */
export interface ResultStore {
  /** The latest result of each check, as they are now. Rejects with the reason where they cannot be read. */
  read(): Promise<Results>;
  /** Every result of the checks of an acceptance criterion, oldest first. */
  history(ac: string): AsyncIterable<CheckResult>;
  /** Adds results, and what their import covered: all of it, on disk when this settles, or nothing. Rejects with the reason. */
  append(lines: readonly object[]): Promise<void>;
  /** Takes out the results of checks that are not among `places`; gives how many. Rejects with the reason. */
  prune(places: readonly CheckPlace[]): Promise<number>;
}
