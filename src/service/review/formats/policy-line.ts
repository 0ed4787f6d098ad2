import type { ReviewData } from '../review-data.ts';
import type { Review } from '../to-review.ts';

/** The first line of a review: how many rules judge, whose they are, which they are exactly, and whether any is missing. */
export function policyLine({
  rules,
  scopes,
  digest,
  complete,
  incomplete = '',
}: ReviewData['policy']): string {
  const state = complete ? 'complete' : `incomplete: ${incomplete}`;
  return `Policy: ${counted(rules, 'rule')} of ${counted(scopes, 'scope')}, digest ${digest}, ${state}`;
}

/** `1 rule`, `3 rules`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Says that there is no change, so that no rule concerns it; nothing where there is one. */
export function unchangedLine({
  data: { files },
  since,
  unstaged = 0,
}: Pick<Review, 'data' | 'since' | 'unstaged'>): string[] {
  if (files.length > 0) return [];
  if (unstaged === 0) return [`No file has changed since ${since}.`];
  return [
    `Nothing is staged; ${counted(unstaged, 'file')} changed since ${since}. Stage with "git add", or leave out --staged.`,
  ];
}

/** Says why no rule judges where the scope comes with the change; nothing for any other. */
export function newScopeLine({
  data: { scope },
  lacksScopeAt,
}: Pick<Review, 'data' | 'lacksScopeAt'>): string[] {
  if (lacksScopeAt === undefined) return [];
  return [
    `No rule judges this change: rules are read at ${lacksScopeAt}, which has no scope ${scope}. Commit the scope first, or read it from the files with --base-content worktree.`,
  ];
}

/** What the mistakes that a change brings into guidance stand below. */
export const breaksHeading = 'This change breaks guidance:';

/** What the edits of guidance stand below. */
export const editsHeading = 'This change edits guidance:';
