import type { Rule } from '../rule.ts';

/** Whether a rule is more than its text. */
export function hasMore({ id, details, waivers }: Rule): boolean {
  return id !== undefined || details !== undefined || waivers !== undefined;
}

/** Two rules of one text, of a scope and of one nearer: the details and the waivers of the nearer count. */
export function joinRules(first: Rule, nearer: Rule): Rule {
  return join(
    first,
    nearer,
    nearer.details === undefined ? first : nearer,
    isSamePlace(first, nearer) ? nearer.waivers : [],
  );
}

/** Two rules of one text, of two masters: the details of the first count, and only waivers that both have. */
export function joinMasters(first: Rule, later: Rule): Rule {
  const told = new Set(later.waivers?.map((waiver) => JSON.stringify(waiver)));
  const shared = first.waivers?.filter((waiver) => told.has(JSON.stringify(waiver)));
  return join(first, later, first.details === undefined ? later : first, shared);
}

/**
 * Two rules as one: it stands where the first stands and keeps its id, with the details of `detailed`, one of the two. Who may not waive the one may not waive both. What a
 * master has waived is its own rule alone, so that a rule of others with the same text is not.
 */
function join(first: Rule, later: Rule, detailed: Rule, waivers: Rule['waivers'] = []): Rule {
  const id = first.id ?? later.id;
  const isRefused = first.details?.waivable === false || later.details?.waivable === false;
  const { text, written, origin, itself = first } = first;
  const { details, detailsBy = detailed.origin } = detailed;
  const { server, scope } = detailsBy;
  const isByOther = details !== undefined && (server !== origin.server || scope !== origin.scope);
  return {
    text,
    ...(written !== undefined && { written }),
    ...(id !== undefined && { id }),
    ...(details !== undefined && { details: isRefused ? { ...details, waivable: false } : details }),
    ...(isByOther && { detailsBy: { server, scope } }),
    origin,
    ...(waivers.length > 0 && { waivers }),
    itself,
  };
}

/** Whether they are one rule that has come by two ways. */
function isSamePlace({ origin: one }: Rule, { origin: other }: Rule): boolean {
  return (
    one.server === other.server &&
    one.scope === other.scope &&
    one.file === other.file &&
    one.line === other.line
  );
}
