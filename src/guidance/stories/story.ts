import type { Origin } from '../../model/origin.ts';

/** What proves an acceptance criterion: a test that results are imported for, or a manual check with its sign-off. */
export type Check =
  | { readonly kind: 'automated'; readonly text: string }
  | { readonly kind: 'manual'; readonly text: string; readonly validated: boolean };

export const statuses = ['validated', 'not_validated'] as const;
export type Status = (typeof statuses)[number];
export const automations = ['automated', 'has_manual'] as const;
export type Automation = (typeof automations)[number];

/** What a check has shown last; `stale`: too long ago, or its test is gone from its suite. */
export const checkStates = ['passed', 'failed', 'skipped', 'not_run', 'stale'] as const;
export type CheckState = (typeof checkStates)[number];

export interface AcceptanceCriterion {
  /** `AC<story number>.<n>` */
  readonly ref: string;
  readonly given: string;
  readonly when: string;
  readonly then: string;
  readonly active: boolean;
  readonly tags: readonly string[];
  readonly checks: readonly Check[];
  /** What the author states; counts only where there are no checks. */
  readonly stated: { readonly status: Status; readonly automation: Automation };
  readonly line: number;
}

export interface UserStory {
  /** `US<number>` */
  readonly id: string;
  readonly who: string;
  readonly what: string;
  readonly why: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  /** By ref, in order. */
  readonly acs: ReadonlyMap<string, AcceptanceCriterion>;
  readonly origin: Origin;
  /** What its master says that its automated checks have shown, by `checkKey`; those of local stories are imported. */
  readonly results: ReadonlyMap<string, CheckResult>;
}

/** The imported result of one automated check. */
export interface CheckResult {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** The scope that the story or the rule comes from. */
  readonly scope: string;
  /** The ref of a criterion, or the id of a rule whose check names the test. */
  readonly ac: string;
  readonly check: string;
  readonly passed: boolean;
  /** The report it was imported from. */
  readonly source: string;
  /** Left out in results of older versions, which know `passed` alone. */
  readonly state?: CheckState | undefined;
  /** The first line of the first failure. */
  readonly message?: string | undefined;
  /** The test suite that the check's first case is in. */
  readonly suite?: string | undefined;
}

/** What a result is found by: the scope of its story, the AC, and the text of the check. */
export function checkKey(scope: string, ac: string, check: string): string {
  return `${scope}\n${ac}\n${check}`;
}

export type Stories = ReadonlyMap<string, UserStory>;
