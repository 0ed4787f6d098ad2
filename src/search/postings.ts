/** Which words stand in which documents and parts, in flat arrays: 10,000 rules take two megabytes. */
export interface Postings {
  /** The number of a word; -1 for one that no document has. */
  find(word: string): number;
  /** In how many documents a word stands. */
  documentsWith(id: number): number;
  /** Calls `take` with each document that has a word, its count there, and whether it says what the document is about. */
  each(id: number, take: (document: number, count: number, isAbout: boolean) => void): void;
  has(id: number, document: number): boolean;
  /** The part of a document whose words are worth most together, the first of equals; null where none is worth anything. */
  bestPart(document: number, worth: (id: number) => number): number | null;
}

/** Collects documents in order: the parts of each come before it. */
export interface PostingsBuilder {
  /** The number of a word, a new one where it is met first. */
  idOf(word: string): number;
  addPart(ids: Iterable<number>): void;
  /** Ends a document: its words with their counts, and those that say what it is about. */
  addDocument(counts: ReadonlyMap<number, number>, abouts: ReadonlySet<number>): void;
  finish(): Postings;
}

export function createPostings(): PostingsBuilder {
  const words = new Map<string, number>();
  // Entries in the order of documents, and where the words of each part and the parts of each document begin.
  const entryWords: number[] = [];
  const entryCounts: number[] = [];
  const entryAbouts: boolean[] = [];
  const entryStarts = [0];
  const partWords: number[] = [];
  const partStarts = [0];
  const documentStarts = [0];

  return {
    idOf(word) {
      const known = words.get(word);
      if (known !== undefined) return known;
      words.set(word, words.size);
      return words.size - 1;
    },
    addPart(ids) {
      for (const id of ids) partWords.push(id);
      partStarts.push(partWords.length);
    },
    addDocument(counts, abouts) {
      for (const [id, count] of counts) {
        entryWords.push(id);
        entryCounts.push(count);
        entryAbouts.push(abouts.has(id));
      }
      entryStarts.push(entryWords.length);
      documentStarts.push(partStarts.length - 1);
    },
    finish: () =>
      postingsOf(
        words,
        byWord(words.size, { entryWords, entryCounts, entryAbouts, entryStarts }),
        byPart(partWords, partStarts, documentStarts),
      ),
  };
}

/** In a function of its own, so that what the builder has collected is not kept with it. */
function postingsOf(
  words: ReadonlyMap<string, number>,
  lists: Pick<Postings, 'documentsWith' | 'each' | 'has'>,
  parts: Pick<Postings, 'bestPart'>,
): Postings {
  return { find: (word) => words.get(word) ?? -1, ...lists, ...parts };
}

/** The words of documents, one document after the other. */
interface Entries {
  readonly entryWords: readonly number[];
  readonly entryCounts: readonly number[];
  readonly entryAbouts: readonly boolean[];
  /** Where each document begins. */
  readonly entryStarts: readonly number[];
}

/** Entries sorted by word, those of one word by document (a counting sort). */
function byWord(
  size: number,
  { entryWords: words, entryCounts: counts, entryAbouts: abouts, entryStarts: starts }: Entries,
): Pick<Postings, 'documentsWith' | 'each' | 'has'> {
  const begins = new Uint32Array(size + 1);
  for (const word of words) begins[word + 1] = (begins[word + 1] as number) + 1;
  for (let word = 0; word < size; word++)
    begins[word + 1] = (begins[word + 1] as number) + (begins[word] as number);
  const next = begins.slice();
  const documents = new Uint32Array(words.length);
  const sorted = new Float32Array(words.length);
  const about = new Uint8Array(words.length);
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let entry = starts[document] as number; entry < (starts[document + 1] as number); entry++) {
      const word = words[entry] as number;
      const place = next[word] as number;
      documents[place] = document;
      sorted[place] = counts[entry] as number;
      about[place] = abouts[entry] ? 1 : 0;
      next[word] = place + 1;
    }
  }
  return listsOf(begins, documents, sorted, about);
}

function listsOf(
  begins: Uint32Array,
  documents: Uint32Array,
  counts: Float32Array,
  abouts: Uint8Array,
): Pick<Postings, 'documentsWith' | 'each' | 'has'> {
  return {
    has: (id, document) => id >= 0 && documents.subarray(begins[id], begins[id + 1]).includes(document),
    documentsWith: (id) => (id < 0 ? 0 : (begins[id + 1] as number) - (begins[id] as number)),
    each(id, take) {
      if (id < 0) return;
      for (let place = begins[id] as number; place < (begins[id + 1] as number); place++)
        take(documents[place] as number, counts[place] as number, abouts[place] === 1);
    },
  };
}

function byPart(
  partWords: readonly number[],
  partStarts: readonly number[],
  documentStarts: readonly number[],
): Pick<Postings, 'bestPart'> {
  return partsOf(Uint32Array.from(partWords), Uint32Array.from(partStarts), Uint32Array.from(documentStarts));
}

function partsOf(
  words: Uint32Array,
  starts: Uint32Array,
  documents: Uint32Array,
): Pick<Postings, 'bestPart'> {
  return {
    bestPart(document, worth) {
      const first = documents[document] as number;
      let best: number | null = null;
      let most = 0;
      for (let part = first; part < (documents[document + 1] as number); part++) {
        let sum = 0;
        for (let at = starts[part] as number; at < (starts[part + 1] as number); at++)
          sum += worth(words[at] as number);
        if (sum > most) [best, most] = [part - first, sum];
      }
      return best;
    },
  };
}
