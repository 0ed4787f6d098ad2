import type { Likeness } from './learnt.ts';
import type { Query, SearchIndex } from './search-index.ts';

export interface Hit {
  /** The document's place in the list that was indexed. */
  readonly document: number;
  readonly score: number;
}

/** What a document scores less than, as a share of the best text's score, is left out (bench/recall: nothing needed is lost). */
const relevant = 0.2;
/** The most that reports may add to a score, as a share of the best text's: no more than a third, however it is rounded. */
const learntShare = 0.33;

/**
 * The documents, by their keys, that fit a query, best first, equals in the order of the list; what falls too far behind the best is left
 * out. Reports of missed categories raise what they name.
 */
export function rank(
  keys: readonly string[],
  index: SearchIndex,
  query: Query,
  likeness: Likeness | null = null,
): Hit[] {
  const scores = index.scores(query);
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  if (best === 0) return [];
  const learnt = likeness?.(query);
  const hits: Hit[] = [];
  for (const [document, key] of keys.entries()) {
    const score = (scores[document] ?? 0) + learntShare * best * (learnt?.get(key) ?? 0);
    if (score >= relevant * best) hits.push({ document, score: Math.round(score * 10_000) / 10_000 });
  }
  return hits.sort((a, b) => b.score - a.score || a.document - b.document);
}
