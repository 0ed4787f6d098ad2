import type { Origin } from '../../model/origin.ts';
import type {
  AcceptanceCriterion,
  Automation,
  Check,
  CheckResult,
  CheckState,
  Status,
  UserStory,
} from './story.ts';

/** The latest imported result of an automated check; undefined where none was imported. */
export type ResultOf = (origin: Origin, ref: string, check: string) => CheckResult | undefined;

export interface CheckStatus {
  readonly kind: Check['kind'];
  readonly text: string;
  /** Only in the state `passed`. */
  readonly passed: boolean;
  readonly state: CheckState;
  /** ISO 8601, UTC; null for a check that never ran, and for a manual one. */
  readonly last_run: string | null;
  /** The report that said so. */
  readonly source: string | null;
  /** The first line of its failure. */
  readonly message: string | null;
}

export interface AcStatus {
  readonly ac: AcceptanceCriterion;
  readonly story: UserStory;
  /** An AC of an inactive story counts as inactive. */
  readonly active: boolean;
  readonly status: Status;
  readonly automation: Automation;
  readonly checks: readonly CheckStatus[];
}

export interface StoryStatus {
  readonly story: UserStory;
  readonly status: Status;
  readonly automation: Automation;
  readonly acs: readonly AcStatus[];
}

/**
 * A story with the status of everything in it. An AC is validated when it has at least one check and all are passed or
 * signed; without checks its stated status holds. A story is validated when it has an active AC and all of those are.
 */
export function storyStatus(story: UserStory, resultOf: ResultOf): StoryStatus {
  const acs = [...story.acs.values()].map((ac) => acStatus(story, ac, resultOf));
  const active = acs.filter(({ ac }) => ac.active);
  return {
    story,
    acs,
    status: toStatus(active.length > 0 && active.every(({ status }) => status === 'validated')),
    automation: toAutomation(active.some(({ automation }) => automation === 'has_manual')),
  };
}

function acStatus(story: UserStory, ac: AcceptanceCriterion, resultOf: ResultOf): AcStatus {
  const active = story.active && ac.active;
  if (ac.checks.length === 0) return { ac, story, active, ...ac.stated, checks: [] };
  const checks = ac.checks.map((check) => checkStatus(check, story.origin, ac.ref, resultOf));
  return {
    ac,
    story,
    active,
    status: toStatus(checks.every(({ passed }) => passed)),
    automation: toAutomation(checks.some(({ kind }) => kind === 'manual')),
    checks,
  };
}

function toStatus(validated: boolean): Status {
  return validated ? 'validated' : 'not_validated';
}

function toAutomation(hasManual: boolean): Automation {
  return hasManual ? 'has_manual' : 'automated';
}

function checkStatus(check: Check, origin: Origin, ref: string, resultOf: ResultOf): CheckStatus {
  const { kind, text } = check;
  const none = { last_run: null, source: null, message: null };
  if (check.kind === 'manual')
    return { kind, text, passed: check.validated, state: check.validated ? 'passed' : 'not_run', ...none };
  const result = resultOf(origin, ref, text);
  if (result === undefined) return { kind, text, passed: false, state: 'not_run', ...none };
  const { timestamp, source, message = null } = result;
  const state = result.state ?? (result.passed ? 'passed' : 'failed');
  return { kind, text, passed: state === 'passed', state, last_run: timestamp, source, message };
}
