import type { Language } from './languages.ts';
import type { Matches, Query } from './matches.ts';
import { createPostings, type Postings } from './postings.ts';
import { createScoring, type Scoring } from './scoring.ts';
import type { SearchDocument, WeighedText } from './search-document.ts';
import { splitRuns, splitWords } from './split-words.ts';

/** Documents by their words, ranked by BM25 with weighted fields (Robertson and Zaragoza 2009, section 3.5). */
export interface SearchIndex {
  /** The distinct words of texts, as the index knows words; of a word in several texts the highest weight counts. */
  query(texts: readonly WeighedText[]): Query;
  /** How telling a word is: the rarer, the more; also of words that no document has. */
  rarity(word: string): number;
  /** How each document matches a query. */
  match(query: Query): Matches;
  /** The words of texts that a document has in some form, each as it is first written there, in lower case. */
  sharedWords(texts: readonly WeighedText[], document: number): readonly string[];
  /** The part of a document that matches a query best; null where none shares a word with it. */
  bestPart(query: Query, document: number): number | null;
}

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
  { stem, stopWords }: Language,
  pause: () => Promise<void> | undefined,
): Promise<SearchIndex> {
  const postings = createPostings();
  const known = new Map<string, readonly number[]>();
  const lengths = new Float64Array(documents.length);
  let total = 0;

  const idsOf = (run: string): readonly number[] => {
    let ids = known.get(run);
    if (ids === undefined) {
      ids = splitWords(run)
        .filter((word) => !stopWords.has(word))
        .map((word) => postings.idOf(stem(word)));
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
    const abouts = new Set<number>();
    for (const { text, weight, isAbout } of fields) {
      for (const id of count(counts, document, text, weight)) if (isAbout) abouts.add(id);
    }
    for (const part of parts) {
      postings.addPart(count(counts, document, part, 1));
      // No await where there is nothing to wait for: it would cost as much as the words of a rule.
      const paused = pause();
      if (paused !== undefined) await paused;
    }
    postings.addDocument(counts, abouts);
  }
  const finished = postings.finish();
  return indexOver(finished, createScoring(documents, finished, lengths), { stem, stopWords });
}

function indexOver(postings: Postings, scoring: Scoring, { stem, stopWords }: Language): SearchIndex {
  const { rarityOf, match } = scoring;
  const rarity = (word: string) => rarityOf(postings.documentsWith(postings.find(word)));
  const wordsIn = (text: string) =>
    splitRuns(text.slice(0, longestQuery))
      .flatMap(splitWords)
      .filter((word) => !stopWords.has(word));
  return {
    rarity,
    match,
    sharedWords(texts, document) {
      const shared = new Map<number, string>();
      for (const word of texts.flatMap(({ text }) => wordsIn(text))) {
        const id = postings.find(stem(word));
        if (!shared.has(id) && postings.has(id, document)) shared.set(id, word);
      }
      return [...shared.values()];
    },
    query(texts) {
      const words = new Map<string, number>();
      for (const { text, weight } of texts) {
        for (const word of wordsIn(text)) {
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
    bestPart(query, document) {
      const wanted = new Map<number, number>();
      for (const [word, weight] of query) wanted.set(postings.find(word), weight * rarity(word));
      return postings.bestPart(document, (id) => wanted.get(id) ?? 0);
    },
  };
}
