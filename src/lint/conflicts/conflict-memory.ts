import type { Verdict } from './compare-rules.ts';

/** A layer, as far as it is known again by its rules. */
interface Known {
  readonly entries: readonly { readonly rule: object }[];
}

/** The pairs that two layers make, by the places of the rules in them, and how many rules were compared to find them. */
export interface KnownPairs {
  readonly pairs: readonly { readonly at: readonly [number, number]; readonly verdict: Verdict }[];
  readonly compared: number;
}

/** What one run finds out about layers and the next would find again, as long as their rules are the very same. */
export interface ConflictMemory {
  stemsOf<Layer extends Known>(
    layer: Layer,
    count: (layer: Layer) => ReadonlyMap<string, number>,
  ): ReadonlyMap<string, number>;
  pairsOf(a: Known, b: Known): KnownPairs | undefined;
  keepPairs(a: Known, b: Known, pairs: KnownPairs): void;
}

/** A layer is known by its first rule: what is read anew has new ones. */
export function createConflictMemory(): ConflictMemory {
  const stems = new WeakMap<object, ReadonlyMap<string, number>>();
  const known = new WeakMap<object, WeakMap<object, KnownPairs>>();
  return {
    stemsOf(layer, count) {
      const key = layer.entries[0]?.rule;
      if (key === undefined) return new Map();
      const counts = stems.get(key) ?? count(layer);
      stems.set(key, counts);
      return counts;
    },
    pairsOf(a, b) {
      const [first, second] = [a.entries[0]?.rule, b.entries[0]?.rule];
      return first && second && known.get(first)?.get(second);
    },
    keepPairs(a, b, pairs) {
      const [first, second] = [a.entries[0]?.rule, b.entries[0]?.rule];
      if (first === undefined || second === undefined) return;
      const others = known.get(first) ?? new WeakMap<object, KnownPairs>();
      known.set(first, others.set(second, pairs));
    },
  };
}
