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
  /** Caches were emptied because somebody asked for it, here alone or down the tree of readers; nothing need have changed. */
  readonly reload?: 'here' | 'tree';
  /** Names the change for the servers that hear of it from one another, so that it goes round no circle. */
  readonly id?: string;
}

/** After a reload anything may be different. */
export const anyChange: Change = { scopes: null, names: true, kinds: null };

/** Whether a change may be one of these kinds. */
export function isOfKind({ kinds }: Change, wanted: Iterable<string>): boolean {
  return kinds === null || [...wanted].some((kind) => kinds.has(kind));
}

/** One change in the place of two; it has no name. */
export function bothChanges(first: Change, second: Change): Change {
  const reloads = [first.reload, second.reload];
  const reload =
    reloads.find((one) => one === 'tree') ?? (reloads[0] === reloads[1] ? reloads[0] : undefined);
  return {
    ...(reload !== undefined && { reload }),
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
