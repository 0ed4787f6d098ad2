import type { AcceptanceCriterion, UserStory } from './story.ts';

/** A story in words, as written: who wants what and why, then its acceptance criteria. */
export function storyText({ who, what, why, acs }: UserStory): string {
  return [`who: ${who}`, `what: ${what}`, `why: ${why}`, ...[...acs.values()].map(acText)].join('\n');
}

/** An acceptance criterion in words, as written. */
export function acText({ ref, given, when, then }: AcceptanceCriterion): string {
  return `${ref}: given ${given}, when ${when}, then ${then}`;
}
