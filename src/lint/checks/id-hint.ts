import type { Rule } from '../../guidance/rules/rule.ts';
import { didYouMean } from '../../model/text/nearest.ts';

/** Ids for which a nearer one is searched: each search costs time, and a file may misspell as often as it likes. */
const mostSearches = 100;

/** Gives the hint for an id that none of `rules` has: the written id that is meant, or where to find it. A hash is like no other. */
export function createIdHint(rules: readonly Rule[]): (id: string) => string {
  const written = new Set(rules.flatMap(({ id }) => id ?? []));
  let searches = 0;
  return (id) => {
    const meant = searches++ < mostSearches ? didYouMean(id, written) : null;
    return meant === null
      ? 'Write the id that "precept explain" shows, or remove this one'
      : `Did you mean "${meant}"?`;
  };
}
