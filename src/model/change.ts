/** What changed since it was last read. */
export interface Change {
  /** Scopes whose own files changed, appeared or are gone; null where it may be any. */
  readonly scopes: ReadonlySet<string> | null;
  /** Whether scopes appeared or are gone. */
  readonly names: boolean;
  /**
   * The content files that differ, by their names without `.yml`, with `results` for imported test results; none where only
   * caches are doubtful, null where it may be any.
   */
  readonly kinds: ReadonlySet<string> | null;
}

/** After a reload anything may be different. */
export const anyChange: Change = { scopes: null, names: true, kinds: null };

/** Whether a change may be one of these kinds. */
export function isOfKind({ kinds }: Change, wanted: Iterable<string>): boolean {
  return kinds === null || [...wanted].some((kind) => kinds.has(kind));
}

/** One change in the place of two. */
export function bothChanges(first: Change, second: Change): Change {
  return {
    scopes: union(first.scopes, second.scopes),
    names: first.names || second.names,
    kinds: union(first.kinds, second.kinds),
  };
}

function union(
  first: ReadonlySet<string> | null,
  second: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  return first === null || second === null ? null : new Set([...first, ...second]);
}
