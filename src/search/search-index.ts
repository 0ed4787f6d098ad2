import type { Stem } from './languages.ts';
import { createPostings, type Postings } from './postings.ts';
import { splitRuns, splitWords } from './split-words.ts';

/** A text, and how much a word in it counts. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

/** One thing that can be found, by texts of different weight. */
export interface SearchDocument {
  /** Dot path; documents below the same path are siblings. */
  readonly key: string;
  /** Texts that say what it is about. */
  readonly fields: readonly WeighedText[];
  /** Its parts, each searched like a field of weight 1; `bestPart` says which of them matches. */
  readonly parts: readonly string[];
}

/** Words to search for, each with its weight. */
export type Query = ReadonlyMap<string, number>;

/** Documents by their words, ranked by BM25 with weighted fields (Robertson and Zaragoza 2009, section 3.5). */
export interface SearchIndex {
  /** The distinct words of texts, as the index knows words; of a word in several texts the highest weight counts. */
  query(texts: readonly WeighedText[]): Query;
  /** How telling a word is: the rarer, the more; also of words that no document has. */
  rarity(word: string): number;
  /** A score for each document, 0 for those that share no word with the query. */
  scores(query: Query): Float64Array;
  /** The part of a document that matches a query best; null where none shares a word with it. */
  bestPart(query: Query, document: number): number | null;
}

/** BM25's usual constants: how soon repeating a word stops to count, and how much a long document is marked down. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Of the best sibling's score, how much is added: what stands beside a good hit is likely to matter too. */
const siblingShare = 0.1;
/** Characters of one text, and of all texts together, that count: what is longer is for reading, not for finding. */
const longestText = 4096;
const longestTexts = 4 * 1024 * 1024;
/** Letters of a run whose words are remembered while the index is built. */
const longestKnown = 64;
/** Characters and words that count of a query: its rarest words. */
const longestQuery = 10_000;
const mostWords = 200;

/**
 * Builds an index, in time linear in the texts. `pause` is awaited between texts, so that whoever else waits for this
 * process gets a turn.
 */
export async function createSearchIndex(
  documents: readonly SearchDocument[],
  stem: Stem,
  pause: () => Promise<void> | undefined,
): Promise<SearchIndex> {
  const postings = createPostings();
  const known = new Map<string, readonly number[]>();
  const lengths = new Float64Array(documents.length);
  let total = 0;

  const idsOf = (run: string): readonly number[] => {
    let ids = known.get(run);
    if (ids === undefined) {
      ids = splitWords(run).map((word) => postings.idOf(stem(word)));
      if (run.length <= longestKnown) known.set(run, ids);
    }
    return ids;
  };
  /** Counts the words of a text for a document; gives the distinct ones. */
  const count = (
    counts: Map<number, number>,
    document: number,
    text: string,
    weight: number,
  ): Set<number> => {
    const counted = text.slice(0, Math.min(longestText, longestTexts - total));
    total += counted.length;
    const distinct = new Set<number>();
    for (const run of splitRuns(counted)) {
      for (const id of idsOf(run)) {
        counts.set(id, (counts.get(id) ?? 0) + weight);
        lengths[document] = (lengths[document] as number) + weight;
        distinct.add(id);
      }
    }
    return distinct;
  };

  for (const [document, { fields, parts }] of documents.entries()) {
    const counts = new Map<number, number>();
    for (const { text, weight } of fields) count(counts, document, text, weight);
    for (const part of parts) {
      postings.addPart(count(counts, document, part, 1));
      // No await where there is nothing to wait for: it would cost as much as the words of a rule.
      const paused = pause();
      if (paused !== undefined) await paused;
    }
    postings.addDocument(counts);
  }
  return indexOver(
    documents.map(({ key }) => key),
    postings.finish(),
    lengths,
    stem,
  );
}

function indexOver(
  keys: readonly string[],
  postings: Postings,
  lengths: Float64Array,
  stem: Stem,
): SearchIndex {
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, keys.length);
  const parents = parentNumbers(keys);
  const rarityOf = (found: number) => Math.log(1 + (keys.length - found + 0.5) / (found + 0.5));
  const rarity = (word: string) => rarityOf(postings.documentsWith(postings.find(word)));

  return {
    rarity,
    query(texts) {
      const words = new Map<string, number>();
      for (const { text, weight } of texts) {
        for (const word of splitRuns(text.slice(0, longestQuery)).flatMap(splitWords)) {
          const stemmed = stem(word);
          words.set(stemmed, Math.max(words.get(stemmed) ?? 0, weight));
        }
      }
      if (words.size <= mostWords) return words;
      const rated = [...words].map((entry) => ({ entry, rarity: rarity(entry[0]) }));
      return new Map(
        rated
          .sort((a, b) => b.rarity - a.rarity)
          .slice(0, mostWords)
          .map(({ entry }) => entry),
      );
    },
    scores(query) {
      const scores = new Float64Array(keys.length);
      for (const [word, weight] of query) {
        const id = postings.find(word);
        const value = weight * rarityOf(postings.documentsWith(id)) * (saturation + 1);
        postings.each(id, (document, count) => {
          const norm = 1 - lengthShare + (lengthShare * (lengths[document] ?? 0)) / average;
          scores[document] = (scores[document] ?? 0) + (value * count) / (count + saturation * norm);
        });
      }
      return withSiblings(scores, parents);
    },
    bestPart(query, document) {
      const wanted = new Map<number, number>();
      for (const [word, weight] of query) wanted.set(postings.find(word), weight * rarity(word));
      return postings.bestPart(document, (id) => wanted.get(id) ?? 0);
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
