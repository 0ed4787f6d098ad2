import type { Entry, Layer } from './entry.ts';
import type { ReadRule } from './read-rule.ts';

/** Finds among the rules of one layer those that may have to do with a rule. */
export interface LayerIndex {
  /** Each once; of those with a rare word in common at most as many as can be compared. */
  candidates(entry: Entry): Iterable<Entry>;
}

/** The share of its words that a rule, or a clause of it, must have in common with another at least. */
const leastShare = 0.6;
/** Rules with one word in common that are looked at. */
const maxPosted = 5000;

/** `readOf` gives a rule as it is compared. It can pause after each rule. */
export function* indexingLayer(
  layer: Layer,
  readOf: (entry: Entry) => ReadRule,
): Generator<void, LayerIndex> {
  const byPlain = new Map<string, Entry[]>();
  const byStem = new Map<string, Entry[]>();
  /** By the word of a clause that has no other: wherever there is one, and where that may be all that counts. */
  const byLone = { any: new Map<string, Entry[]>(), enough: new Map<string, Entry[]>() };
  const post = (postings: Map<string, Entry[]>, key: string, entry: Entry) => {
    const posted = postings.get(key);
    if (posted === undefined) postings.set(key, [entry]);
    else if (posted.length < maxPosted) posted.push(entry);
  };
  for (const entry of layer.entries) {
    yield;
    const read = readOf(entry);
    if (read.plain !== '') post(byPlain, read.plain, entry);
    for (const stem of read.stems) post(byStem, stem, entry);
    for (const { stem, isEnough } of loneStems(read)) {
      post(byLone.any, stem, entry);
      if (isEnough) post(byLone.enough, stem, entry);
    }
  }
  /**
   * The words that are enough to find whatever shares that much with a rule: of each of its clauses, and of all, those that
   * the fewest rules of the layer have. Clauses of one word are looked for by that.
   */
  function rareStems({ statements, stems }: ReadRule): readonly string[] {
    const countOf = (stem: string) => byStem.get(stem)?.length ?? 0;
    const rare = new Set<string>();
    const clauses = statements.map(({ strong }) => strong).filter(({ size }) => size > 1);
    for (const own of [...clauses, stems]) {
      const rarestFirst = [...own].sort((a, b) => countOf(a) - countOf(b) || (a < b ? -1 : 1));
      const enough = own.size - Math.ceil(leastShare * own.size) + 1;
      for (const stem of rarestFirst.slice(0, enough)) rare.add(stem);
    }
    return [...rare];
  }

  return {
    *candidates(entry) {
      const seen = new Set<Entry>();
      const read = readOf(entry);
      const lists = [
        byPlain.get(read.plain),
        ...rareStems(read).map((stem) => byStem.get(stem)),
        ...loneStems(read).map(({ stem, isEnough }) => byLone[isEnough ? 'any' : 'enough'].get(stem)),
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

/** The words of clauses that have no other, and whether such a clause can be compared whatever the other rule is. */
function loneStems({
  statements,
}: ReadRule): readonly { readonly stem: string; readonly isEnough: boolean }[] {
  return statements.flatMap(({ strong, isContrast }) => {
    const [stem] = strong;
    if (stem === undefined || strong.size > 1) return [];
    return [{ stem, isEnough: isContrast || statements.length === 1 }];
  });
}
