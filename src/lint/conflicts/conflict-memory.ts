import type { Rule } from '../../guidance/rules/rule.ts';
import { createLru } from '../../runtime/async/cache.ts';
import type { Verdict } from './compare-rules.ts';
import type { Entry, Layer, RuleGuidance } from './entry.ts';
import type { LayerIndex } from './layer-index.ts';
import type { ReadRule } from './read-rule.ts';

/** The pairs that two layers make, and how many rules were compared to find them. */
export interface KnownPairs {
  readonly pairs: readonly { readonly entries: readonly [Entry, Entry]; readonly verdict: Verdict }[];
  readonly compared: number;
}

/** What one run finds out and the next would find again, as long as the rules are the very same objects. */
export interface ConflictMemory {
  readonly entries: WeakMap<Rule, Entry>;
  readonly layers: WeakMap<RuleGuidance, readonly Layer[]>;
  /** By their texts. */
  readonly texts: Map<string, ReadRule>;
  /** By the numbers of layers. */
  readonly indexes: Map<string, LayerIndex>;
  nextNumber(): number;
  pairsOf(a: Layer, b: Layer): KnownPairs | undefined;
  keepPairs(a: Layer, b: Layer, pairs: KnownPairs): void;
}

/** Rules that are kept as they were read: those of the scopes that are edited, and of their ancestors. */
const maxRead = 500;
/** Layers whose words are kept: those that many scopes inherit, and some more. */
const maxIndexed = 30;

/** Finds rules in layers that were asked for lately. */
export function createIndexes(): Map<string, LayerIndex> {
  return createLru(maxIndexed);
}

export function createConflictMemory(): ConflictMemory {
  const known = new WeakMap<Layer, WeakMap<Layer, KnownPairs>>();
  let count = 0;
  return {
    entries: new WeakMap(),
    layers: new WeakMap(),
    texts: createLru(maxRead),
    indexes: createIndexes(),
    nextNumber: () => count++,
    pairsOf: (a, b) => known.get(a)?.get(b),
    keepPairs(a, b, pairs) {
      const others = known.get(a) ?? new WeakMap<Layer, KnownPairs>();
      known.set(a, others.set(b, pairs));
    },
  };
}
