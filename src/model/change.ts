import { type ContentKind, contentKinds } from './kinds.ts';

/** What changed since it was last read. */
export interface Change {
  /** Scopes whose own files changed, appeared or are gone; null where it may be any. */
  readonly scopes: ReadonlySet<string> | null;
  /** Whether scopes appeared or are gone. */
  readonly names: boolean;
  /** The kinds of files that differ, with `results` for imported test results; none where only caches are doubtful. */
  readonly kinds: ReadonlySet<ContentKind | 'results'>;
}

/** After a reload anything may be different. */
export const anyChange: Change = {
  scopes: null,
  names: true,
  kinds: new Set([...contentKinds, 'results']),
};
