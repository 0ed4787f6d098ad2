import type { Entry, Layer, RuleBook } from './rule-book.ts';

/** Finds among the rules of one layer those that may have to do with a rule. */
export interface LayerIndex {
  /** Each once; of those with a rare word in common at most as many as can be compared. */
  candidates(entry: Entry): Iterable<Entry>;
}

/** The share of its words that a rule, or a clause of it, must have in common with another at least. */
const leastShare = 0.6;
/** Rules with one word in common that are looked at. */
const maxPosted = 5000;

/** The words that are enough to find whatever shares that much with a rule: the rarest of each of its clauses, and of all. */
function rareStems({ read }: Entry, { frequency }: RuleBook): readonly string[] {
  const rare = new Set<string>();
  for (const stems of [...read.statements.map(({ strong }) => strong), read.stems]) {
    const rarestFirst = [...stems].sort((a, b) => frequency(a) - frequency(b) || (a < b ? -1 : 1));
    const enough = stems.size - Math.ceil(leastShare * stems.size) + 1;
    for (const stem of rarestFirst.slice(0, enough)) rare.add(stem);
  }
  return [...rare];
}

export function indexLayer(layer: Layer, book: RuleBook): LayerIndex {
  const byPlain = new Map<string, Entry[]>();
  const byStem = new Map<string, Entry[]>();
  const post = (postings: Map<string, Entry[]>, key: string, entry: Entry) => {
    const posted = postings.get(key);
    if (posted === undefined) postings.set(key, [entry]);
    else if (posted.length < maxPosted) posted.push(entry);
  };
  for (const entry of layer.entries) {
    if (entry.read.plain !== '') post(byPlain, entry.read.plain, entry);
    for (const stem of entry.read.stems) post(byStem, stem, entry);
  }
  return {
    *candidates(entry) {
      const seen = new Set<Entry>();
      const lists = [
        byPlain.get(entry.read.plain),
        ...rareStems(entry, book).map((stem) => byStem.get(stem)),
      ];
      for (const list of lists) {
        for (const other of list ?? []) {
          if (seen.has(other)) continue;
          seen.add(other);
          yield other;
        }
      }
    },
  };
}
