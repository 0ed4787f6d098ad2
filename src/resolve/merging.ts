/** How the content of one kind is merged: that of a scope over what it inherits, and that of several masters. */
export interface Merging<Own extends Merged, Merged> {
  /** Content that says nothing. */
  readonly none: Own;
  /** What a scope says itself, or masters say of it, over what it inherits. An empty `above` gives `below` itself. */
  over(below: Merged, above: Own | Merged): Merged;
  /** The answers of several masters as one, in list order. */
  ofMasters(answers: readonly Merged[]): Merged;
  /** The masters' part without what is the scope's own content come round through a circle of servers. */
  withoutEchoes(remote: Merged, own: Own): Merged;
  /** The order in which answers list it. */
  inOrder(merged: Merged): Merged;
}

/** What is known of one scope: what its own files say, null where there are none, and what masters say, in list order. */
export interface ScopePart<Own, Merged> {
  readonly local: { readonly parents: readonly string[]; readonly content: Own } | null;
  readonly remotes: readonly Merged[];
}

/**
 * The content of one kind with everything that a scope inherits. Each parent is resolved with its own chain, parents are
 * merged from last to first, what masters say lies over that, and the scope's own on top. A scope that `partOf` does not
 * know says nothing. The line of parents must be free of cycles.
 */
export function mergeLineage<Own extends Merged, Merged>(
  name: string,
  partOf: (name: string) => ScopePart<Own, Merged> | undefined,
  merging: Merging<Own, Merged>,
): Merged {
  const known = new Map<string, Merged>();
  const merged = (scope: string): Merged => {
    const found = known.get(scope);
    if (found !== undefined) return found;
    const part = partOf(scope);
    if (part === undefined) return merging.none;
    const inherited = (part.local?.parents ?? [])
      .toReversed()
      .map(merged)
      .reduce<Merged>((below, above) => merging.over(below, above), merging.none);
    const result = over(inherited, part, merging);
    known.set(scope, result);
    return result;
  };
  return merging.inOrder(merged(name));
}

function over<Own extends Merged, Merged>(
  inherited: Merged,
  { local, remotes }: ScopePart<Own, Merged>,
  merging: Merging<Own, Merged>,
): Merged {
  let below = inherited;
  if (remotes.length > 0) {
    const remote = merging.ofMasters(remotes);
    below = merging.over(below, local === null ? remote : merging.withoutEchoes(remote, local.content));
  }
  return local === null ? below : merging.over(below, local.content);
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
