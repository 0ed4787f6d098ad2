import type { AnswerOf } from '../../../../service/ask.ts';
import type { pageOperations } from '../../../../service/operations/explorer.ts';

type CheckState = AnswerOf<typeof pageOperations.exploreHistory>['data']['results'][number]['state'];

/** The sign of a state, beside its word: neither stands for the other. */
const signs: Readonly<Record<CheckState, string>> = {
  passed: '✓',
  failed: '✗',
  skipped: '⊘',
  stale: '◷',
  not_run: '○',
};

/** What a check has shown last, in the order of pages. */
export const checkStates: readonly CheckState[] = Object.keys(signs) as CheckState[];

/** A state of checks as pages show it. */
export interface ShownState {
  readonly state: CheckState;
  readonly sign: string;
  readonly word: string;
}

export function shownState(state: CheckState): ShownState {
  return { state, sign: signs[state], word: state.replace('_', ' ') };
}

/** How many checks are in each state, in the order of `checkStates`, those of none left out. */
export function countStates(
  checks: readonly { readonly state: CheckState }[],
): readonly (ShownState & { readonly count: number })[] {
  return checkStates
    .map((state) => ({ ...shownState(state), count: checks.filter((check) => check.state === state).length }))
    .filter(({ count }) => count > 0);
}

/** A report's name without its digest. */
export function reportName(source: string): string {
  return source.replace(/ sha256:[0-9a-f]{16}$/, '');
}
