import type { Origin } from '../../model/origin.ts';
import type { AcceptanceCriterion, Automation, Check, Status, UserStory } from './story.ts';

/** Whether the latest imported result of an automated check passed; undefined where none was imported. */
export type ResultOf = (origin: Origin, ref: string, check: string) => boolean | undefined;

export interface CheckStatus {
  readonly kind: Check['kind'];
  readonly text: string;
  readonly passed: boolean;
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
  const checks = ac.checks.map((check) => ({
    kind: check.kind,
    text: check.text,
    passed: check.kind === 'manual' ? check.validated : (resultOf(story.origin, ac.ref, check.text) ?? false),
  }));
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
