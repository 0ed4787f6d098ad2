import type { Rule } from '../rule.ts';

/** Whether a rule is more than its text. */
export function hasMore({ id, details }: Rule): boolean {
  return id !== undefined || details !== undefined;
}

/**
 * Two rules of one text as one: it stands where the first stands and keeps its id, with the details of `nearer`, one of the two,
 * where that has any. Who may not waive the one may not waive both.
 */
export function joinRules(first: Rule, later: Rule, nearer: Rule = later): Rule {
  const id = first.id ?? later.id;
  const details = nearer.details ?? first.details ?? later.details;
  const isRefused = first.details?.waivable === false || later.details?.waivable === false;
  const { text, written, origin, itself = first } = first;
  return {
    text,
    ...(written !== undefined && { written }),
    ...(id !== undefined && { id }),
    ...(details !== undefined && { details: isRefused ? { ...details, waivable: false } : details }),
    origin,
    itself,
  };
}
