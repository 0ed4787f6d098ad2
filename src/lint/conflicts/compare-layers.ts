import { compareRules, type Verdict } from './compare-rules.ts';
import { type ConflictMemory, createIndexes, type KnownPairs } from './conflict-memory.ts';
import type { Entry, Layer } from './entry.ts';
import { indexingLayer, type LayerIndex } from './layer-index.ts';
import type { ReadRule } from './read-rule.ts';
import type { RuleBook } from './rule-book.ts';

/** Two rules that have something to do with each other, wherever they meet. */
export interface Found {
  readonly entries: readonly [Entry, Entry];
  readonly verdict: Verdict;
  /** Scopes that have both, none of whose parents has. */
  readonly meetings: string[];
}

export interface LayerComparer {
  /** The pairs with one rule of each layer, the same list whenever the same two layers are asked for; it can pause after each. */
  comparing(a: Layer, b: Layer): Generator<void, readonly Found[]>;
  all(): Iterable<Found>;
  /** Not everything was compared. */
  isCut(): boolean;
}

/** Pairs that are kept, and rules that are compared, in one run: hostile ones could go on for hours. */
const maxFound = 50_000;
const maxCompared = 300_000;
/** Own words of a clause that may be a part of another. */
const leastCovered = 3;

export function createLayerComparer(
  { readOf }: Pick<RuleBook, 'readOf'>,
  memory?: ConflictMemory,
): LayerComparer {
  const indexes = memory?.indexes ?? createIndexes();
  const known = new Map<string, readonly Found[]>();
  let compared = 0;
  let found = 0;
  const isSpent = () => compared >= maxCompared || found >= maxFound;

  function* indexOf(layer: Layer): Generator<void, LayerIndex> {
    const index = indexes.get(String(layer.number)) ?? (yield* indexingLayer(layer, readOf));
    indexes.set(String(layer.number), index);
    return index;
  }

  const verdictOn = (a: Entry, b: Entry) =>
    compareRules({ kind: a.kind, read: readOf(a) }, { kind: b.kind, read: readOf(b) });

  function* look(entries: readonly Entry[], among: Layer, pairs: Map<string, Found>): Generator<void, void> {
    const index = yield* indexOf(among);
    for (const entry of entries) {
      if (isSpent()) return;
      for (const other of index.candidates(entry)) {
        yield;
        if (isSpent()) return;
        const pair = `${Math.min(entry.number, other.number)} ${Math.max(entry.number, other.number)}`;
        if (entry === other || pairs.has(pair)) continue;
        compared++;
        const verdict = isRedundant(entry, other) ? null : verdictOn(entry, other);
        if (verdict === null) continue;
        found++;
        pairs.set(pair, { entries: [entry, other], verdict, meetings: [] });
      }
    }
  }

  function* find(small: Layer, large: Layer): Generator<void, Found[]> {
    if (isSpent()) return [];
    const before = compared;
    const pairs = new Map<string, Found>();
    yield* look(small.entries, large, pairs);
    // What is never done may be a part of what a longer rule does, and is found from its own side alone.
    if (small !== large)
      yield* look(
        large.entries.filter((entry) => forbids(readOf(entry))),
        small,
        pairs,
      );
    const result = [...pairs.values()];
    if (memory !== undefined && !isSpent()) {
      const kept = result.map(({ entries, verdict }) => ({ entries, verdict }));
      memory.keepPairs(small, large, { pairs: kept, compared: compared - before });
    }
    return result;
  }

  function recall({ pairs, compared: before }: KnownPairs): Found[] {
    compared += before;
    found += pairs.length;
    return pairs.map(({ entries, verdict }) => ({ entries, verdict, meetings: [] }));
  }

  return {
    *comparing(a, b) {
      const [small, large] = a.entries.length <= b.entries.length ? [a, b] : [b, a];
      const key = `${small.number} ${large.number}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const kept = memory?.pairsOf(small, large);
      const result = kept === undefined ? yield* find(small, large) : recall(kept);
      known.set(key, result);
      return result;
    },
    *all() {
      for (const pairs of known.values()) yield* pairs;
    },
    isCut: isSpent,
  };
}

/** The same text twice in one category is reported by a code of its own. */
function isRedundant(a: Entry, b: Entry): boolean {
  return a.kind === b.kind && a.category === b.category && a.rule.text === b.rule.text;
}

function forbids({ statements }: ReadRule): boolean {
  return statements.some(({ isNegative, strong }) => isNegative && strong.size >= leastCovered);
}
