import type { Likeness } from './learnt.ts';
import type { Matches, Query } from './matches.ts';
import type { SearchIndex } from './search-index.ts';

export interface Hit {
  /** The document's place in the list that was indexed. */
  readonly document: number;
  readonly score: number;
  /** Whether it fits for sure, and not only perhaps. */
  readonly fits: boolean;
  /** How much reports of missed categories have to do with it, from 0 to 1. */
  readonly learnt: number;
}

interface Options {
  readonly likeness?: Likeness | null;
  readonly commonCounts?: boolean;
  /** Places of documents. */
  readonly settled?: ReadonlySet<number>;
  /** The topics of the query, each a query of its own. */
  readonly topics?: readonly Query[];
}

const none: ReadonlySet<number> = new Set();

/** What a document scores less than, as a share of the best text's score, is left out (bench/recall: nothing needed is lost). */
const relevant = 0.15;
/** The most that reports may add to a score, as a share of the best text's: no more than a third, however it is rounded. */
const learntShare = 0.33;
/** A task as like as this to a reported one is the same in other words. */
const sameTask = 0.5;
/**
 * What is sure, as measured on one half of bench/recall's tasks: a score near the best; and the worth of more than a rare word in
 * common, some of it in what names the document; or half of the query, by more than words of nearly all documents; or for the best one
 * a distance to the next.
 */
const sure = {
  share: 0.4,
  worth: 1.6,
  about: 0.7,
  covered: 0.5,
  leastWorth: 0.2,
  nextShare: 0.7,
  bestWorth: 0.5,
};
/** The same of one topic: half of what it says, and some of it in what names the document, which no other fits nearly as well. */
const sureOfTopic = { covered: 0.5, about: 0.1, nextShare: 0.85 };

/**
 * The documents, by their keys, that fit a query, best first, equals in the order of the list; what falls too far behind the best is left
 * out. Reports of missed categories raise what they name. Those that share only a common word with the query are none, but for a query of
 * one word that stands in their name, and where `commonCounts` says otherwise. What is `settled` is there whatever fits, so that others are
 * judged without it.
 */
export function rank(
  keys: readonly string[],
  index: SearchIndex,
  query: Query,
  { likeness = null, commonCounts = false, settled = none, topics = [] }: Options = {},
): Hit[] {
  const matches = index.match(query);
  const [word, ...more] = query.keys();
  const isNamed = (document: number) =>
    more.length === 0 && index.query([{ text: keys[document] ?? '', weight: 1 }]).has(word ?? '');
  const counts = (document: number) => commonCounts || !matches.isCommon(document) || isNamed(document);
  const scores = keys.map((_, document) => (counts(document) ? (matches.scores[document] ?? 0) : 0));
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const taught = likeness?.(query);
  const named = best === 0 ? none : new Set(topics.map((topic) => bestOfTopic(index.match(topic))));
  const hits: { document: number; score: number; learnt: number }[] = [];
  for (const [document, key] of keys.entries()) {
    const learnt = taught?.get(key) ?? 0;
    const score = (scores[document] ?? 0) + learntShare * best * learnt;
    if ((score > 0 && score >= relevant * best) || named.has(document) || learnt >= sameTask)
      hits.push({ document, score: Math.round(score * 10_000) / 10_000, learnt });
  }
  hits.sort((a, b) => b.score - a.score || a.document - b.document);
  const judged = hits.filter(({ document }) => !settled.has(document));
  const count = judged.findIndex((_, place) => !isSure(judged, place, matches));
  const leading = new Set(count < 0 ? judged : judged.slice(0, count));
  return hits.map((hit) => ({
    ...hit,
    fits: settled.has(hit.document) || leading.has(hit) || named.has(hit.document) || hit.learnt >= sameTask,
  }));
}

/** The place of the document that one topic of a query names for sure; -1 where there is none. */
function bestOfTopic({ scores, covered, abouts }: Matches): number {
  let [best, next] = [-1, -1];
  for (const [document, score] of scores.entries()) {
    if (score > (scores[best] ?? 0)) [best, next] = [document, best];
    else if (score > (scores[next] ?? 0)) next = document;
  }
  const isSureOfIt =
    (covered[best] ?? 0) >= sureOfTopic.covered &&
    (abouts[best] ?? 0) >= sureOfTopic.about &&
    (scores[next] ?? 0) <= sureOfTopic.nextShare * (scores[best] ?? 0);
  return isSureOfIt ? best : -1;
}

/** Whether one of the hits, best first, is sure by its words. */
function isSure(
  hits: readonly Pick<Hit, 'document' | 'score'>[],
  place: number,
  { worths, abouts, covered }: Matches,
): boolean {
  const { document, score } = hits[place] ?? { document: -1, score: 0 };
  const best = hits[0]?.score ?? 0;
  if (score < sure.share * best) return false;
  const worth = worths[document] ?? 0;
  if (worth >= sure.worth && (abouts[document] ?? 0) >= sure.about) return true;
  if ((covered[document] ?? 0) >= sure.covered && worth >= sure.leastWorth) return true;
  const next = hits[1]?.score ?? 0;
  return place === 0 && worth >= sure.bestWorth && next <= sure.nextShare * best;
}
