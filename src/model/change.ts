/** What changed since it was last read. */
export interface Change {
  /** Scopes whose own files changed, appeared or are gone; null where it may be any. */
  readonly scopes: ReadonlySet<string> | null;
  /** Whether scopes appeared or are gone. */
  readonly names: boolean;
  /** The kinds of files that differ, with `results` for imported test results; none where only caches are doubtful. */
  readonly kinds: ReadonlySet<string>;
}

/** One change in the place of two. */
export function bothChanges(first: Change, second: Change): Change {
  return {
    scopes:
      first.scopes === null || second.scopes === null ? null : new Set([...first.scopes, ...second.scopes]),
    names: first.names || second.names,
    kinds: new Set([...first.kinds, ...second.kinds]),
  };
}
