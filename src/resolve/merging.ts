/** How the content of one kind is merged: that of a scope over what it inherits, and that of several masters. */
export interface Merging<Own extends Merged, Merged> {
  /** Content that says nothing. */
  readonly none: Own;
  /** What a scope says itself, or masters say of it, over what it inherits. An empty `above` gives `below` itself. */
  over(below: Merged, above: Own | Merged): Merged;
  /** The answers of several masters as one, in list order. */
  ofMasters(answers: readonly Merged[]): Merged;
  /** What masters say without what is local content come round through a circle of servers. */
  withoutEchoes(remote: Merged, own: Own): Merged;
  /** The order in which answers list it. */
  inOrder(merged: Merged): Merged;
}

/** What is known of one scope: what its own files say, null where there are none, and what masters say, in list order. */
export interface ScopePart<Own, Merged> {
  readonly local: Own | null;
  readonly remotes: readonly Merged[];
  /** How many of them, the first, go before what masters say of any scope; none unless given. */
  readonly sources?: number;
}

/** One step of a merge: what it was made of, and what came of it. Content that is in both keeps its identity. */
export interface MergeStep<Merged> {
  /** Several masters made one, what came round taken out, or a scope laid over what it inherits. */
  readonly step: 'joined' | 'echoes' | 'laid';
  readonly taken: readonly Merged[];
  readonly result: Merged;
  /** The content that decides what stays. What it says nothing of stays as it was. */
  readonly winner: Merged;
}

/**
 * The content of one kind with everything that a scope inherits: of `parts`, which come in the order of inheritance, nearest
 * first, all that masters say is laid first, what sources say over it, and all that local files say over that, each the farthest first. `told` hears of
 * each step.
 */
export function mergeLineage<Own extends Merged, Merged>(
  parts: readonly ScopePart<Own, Merged>[],
  merging: Merging<Own, Merged>,
  told: (step: MergeStep<Merged>) => void = () => {},
): Merged {
  const { none, over, ofMasters, withoutEchoes, inOrder } = merging;
  const farthestFirst = parts.toReversed();
  const local = farthestFirst.flatMap((part) => (part.local === null ? [] : [part.local]));
  const joinedOf = (remotes: readonly Merged[]) => {
    if (remotes.length === 0) return [];
    const joined = ofMasters(remotes);
    told({ step: 'joined', taken: remotes, result: joined, winner: joined });
    const trimmed = local.reduce((before, own) => {
      const result = withoutEchoes(before, own);
      if (result !== before) told({ step: 'echoes', taken: [before], result, winner: own });
      return result;
    }, joined);
    return [trimmed];
  };
  const remote = [
    ...farthestFirst.flatMap(({ remotes, sources = 0 }) => joinedOf(remotes.slice(sources))),
    ...farthestFirst.flatMap(({ remotes, sources = 0 }) => joinedOf(remotes.slice(0, sources))),
  ];
  const merged = [...remote, ...local].reduce<Merged>((below, above) => {
    const result = over(below, above);
    told({ step: 'laid', taken: [below, above], result, winner: above });
    return result;
  }, none);
  return inOrder(merged);
}

/** The items of both lists, each once, in the order of their first appearance. */
export function union<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  return second.length === 0 ? first : [...new Set([...first, ...second])];
}

/** Several maps as one, in list order; where two have a key, `join` makes one value of both. */
export function joinMaps<Value>(
  maps: readonly ReadonlyMap<string, Value>[],
  join: (first: Value, later: Value) => Value,
): ReadonlyMap<string, Value> {
  const merged = new Map<string, Value>();
  for (const map of maps) {
    for (const [key, value] of map) {
      const first = merged.get(key);
      merged.set(key, first === undefined ? value : join(first, value));
    }
  }
  return merged;
}
