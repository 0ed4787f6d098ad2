import type { Check } from '../../guidance/rules/record/check.ts';
import type { RuleKind } from '../../guidance/rules/rule.ts';

/** What is known of a check, the worst last. */
export const checkStates = ['enforced', 'review', 'unverified', 'stale'] as const;
export type CheckState = (typeof checkStates)[number];

/** The same of a rule, which may have no check; in the order in which they are counted. */
export const ruleStates = ['enforced', 'stale', 'unverified', 'review', 'unmarked'] as const;
export type RuleState = (typeof ruleStates)[number];

/** How one check stands, and where it does not enforce everywhere, why, and what to do. */
export interface Verdict {
  readonly state: CheckState;
  readonly why?: string;
  readonly cure?: string;
}

/** A rule that is served, with its checks. */
export interface LinkedRule {
  readonly id: string;
  readonly kind: RuleKind;
  readonly category: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly checks: readonly Check[];
  /** Whether its checks are written here, and not by a master. */
  readonly isLocal: boolean;
}

export interface JudgedRule extends Omit<LinkedRule, 'checks' | 'isLocal'> {
  readonly state: RuleState;
  readonly checks: readonly (Check & Verdict)[];
}

/** What enforces the rules of a scope. */
export interface ChecksData {
  readonly scope_name: string;
  readonly counts: Readonly<Record<RuleState, number>>;
  readonly rules: readonly JudgedRule[];
}
