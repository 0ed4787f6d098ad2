import type { Matches, Query } from './matches.ts';
import type { Postings } from './postings.ts';
import type { SearchDocument } from './search-document.ts';

/** What tells how documents match a query. */
export interface Scoring {
  /** How telling a word is that so many documents have: the fewer, the more. */
  rarityOf(found: number): number;
  match(query: Query): Matches;
}

type Linked = Pick<SearchDocument, 'key' | 'see' | 'factor'>;

/** BM25's usual constants: how soon repeating a word stops to count, and how much a long document is marked down. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Of the best sibling's score, how much is added: what stands beside a good hit is likely to matter too. */
const siblingShare = 0.1;
/** The same of the best score of those that lead to a document. */
const linkShare = 0.1;
/** A word of more documents than this, and of more than this share of them, says little by itself. */
const common = { documents: 8, share: 0.1 };

/** Scores documents, of which each has its place and the length of its texts. */
export function createScoring(
  documents: readonly Linked[],
  postings: Postings,
  lengths: Float64Array,
): Scoring {
  const size = documents.length;
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, size);
  const parents = parentNumbers(documents.map(({ key }) => key));
  const links = linksOf(documents);
  const factors = Float64Array.from(documents, ({ factor = 1 }) => factor);
  const rarityOf = (found: number) => Math.log(1 + (size - found + 0.5) / (found + 0.5));
  const rarest = rarityOf(1);
  const mostCommon = Math.max(common.documents, common.share * size);

  return {
    rarityOf,
    match(query) {
      const scores = new Float64Array(size);
      const worths = new Float64Array(size);
      const abouts = new Float64Array(size);
      /** Query words that a document has, none of them told apart from a common one by its count. */
      const shared = new Uint16Array(size);
      const commons = new Uint16Array(size);
      let all = 0;
      for (const [word, weight] of query) {
        const id = postings.find(word);
        const found = postings.documentsWith(id);
        const rarity = rarityOf(found);
        const worth = (weight * rarity) / rarest;
        const isCommon = found > mostCommon;
        all += worth;
        postings.each(id, (document, count, isAbout) => {
          const norm = 1 - lengthShare + (lengthShare * (lengths[document] as number)) / average;
          const value = (weight * rarity * (saturation + 1) * count) / (count + saturation * norm);
          scores[document] = (scores[document] as number) + value * (factors[document] as number);
          worths[document] = (worths[document] as number) + worth;
          if (isAbout) abouts[document] = (abouts[document] as number) + worth;
          shared[document] = (shared[document] as number) + 1;
          if (isCommon) commons[document] = (commons[document] as number) + 1;
        });
      }
      return {
        scores: withLinks(withSiblings(scores, parents), scores, links),
        worths,
        abouts,
        covered: worths.map((worth) => (all === 0 ? 0 : worth / all)),
        isCommon: (document) => shared[document] === 1 && commons[document] === 1,
      };
    },
  };
}

/** For each document the number of its parent, which siblings share; -1 for those at the top. */
function parentNumbers(keys: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(keys, (key) => {
    const end = key.lastIndexOf('.');
    if (end < 0) return -1;
    const parent = key.slice(0, end);
    const number = numbers.get(parent) ?? numbers.size;
    numbers.set(parent, number);
    return number;
  });
}

/** The places of documents that lead to others, each with one that it leads to, after one another. */
function linksOf(documents: readonly Linked[]): Uint32Array {
  const places = new Map<string, number>();
  for (const [place, { key }] of documents.entries()) places.set(key, place);
  return Uint32Array.from(
    documents.flatMap(({ see = [] }, from) =>
      see.flatMap((key) => {
        const to = places.get(key);
        return to === undefined || to === from ? [] : [from, to];
      }),
    ),
  );
}

/** The scores with a share of the best sibling's added to those of documents that match by themselves. */
function withSiblings(scores: Float64Array, parents: Int32Array): Float64Array {
  const best = new Float64Array(parents.length);
  const second = new Float64Array(parents.length);
  scores.forEach((score, document) => {
    const parent = parents[document] as number;
    if (parent < 0) return;
    if (score > (best[parent] as number)) {
      second[parent] = best[parent] as number;
      best[parent] = score;
    } else if (score > (second[parent] as number)) second[parent] = score;
  });
  return scores.map((score, document) => {
    const parent = parents[document] as number;
    if (score === 0 || parent < 0) return score;
    const others = score === best[parent] ? second[parent] : best[parent];
    return score + siblingShare * (others as number);
  });
}

/** The same with a share of the best score, by its own words, of what leads to a document. */
function withLinks(scores: Float64Array, own: Float64Array, links: Uint32Array): Float64Array {
  if (links.length === 0) return scores;
  const best = new Float64Array(scores.length);
  for (let at = 0; at < links.length; at += 2) {
    const [from, to] = [links[at] as number, links[at + 1] as number];
    best[to] = Math.max(best[to] as number, own[from] as number);
  }
  return scores.map((score, document) => (score === 0 ? 0 : score + linkShare * (best[document] as number)));
}
