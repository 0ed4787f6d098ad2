import type { KindName } from '../../guidance/kinds.ts';
import type { Origin } from '../../model/origin.ts';

/** `moved`: the same pieces in another order. */
export type ChangeOp = 'added' | 'removed' | 'changed' | 'moved';

/** One difference between two states of what a scope serves, texts as written. */
export interface Change {
  /** `rule`, `category`, `metadata`, or what the kind calls a part of it: `kata`, `story`. */
  readonly element: string;
  /** Null for metadata. */
  readonly kind: KindName | null;
  readonly category: string | null;
  /** Of a kata, a story, an acceptance criterion or a tag of the scope. */
  readonly name: string | null;
  /** Null where the element as a whole is added, removed or moved, and for rules. */
  readonly field: string | null;
  readonly op: ChangeOp;
  /** Of a rule: as it is now, or was last. */
  readonly id: string | null;
  /** Null where there was nothing. A rule is its text; what is moved, the pieces that changed places, in their order. */
  readonly before: unknown;
  readonly after: unknown;
  /** Of a rule whose strength or category changed: its text, and where it was. */
  readonly text?: string;
  readonly from?: { readonly kind: KindName | null; readonly category: string | null };
  /** How many times it happens in a scope. */
  readonly count: number;
  /** Where it is written now, or was last. */
  readonly place: Origin | null;
}

/** A change with the scopes that it reaches, by name. */
export interface ToldChange extends Change {
  readonly scopes: readonly string[];
}

/** How much a scope serves. */
export interface ScopeSize {
  readonly rules: number;
  readonly katas: number;
  /** About what all its rules together cost a model, as written. */
  readonly tokens: number;
}

export interface ScopeDifference {
  readonly name: string;
  /** `broken`: what it serves, or served, is not known, because it cannot be read. */
  readonly state: 'changed' | 'added' | 'removed' | 'broken';
  /** Null where it was not there, or was broken. */
  readonly before: ScopeSize | null;
  readonly after: ScopeSize | null;
  /** Why it is broken: a line for each side. */
  readonly problems: readonly string[];
}

const now = 'now: ';

/** Why a scope is broken on either side, as its lines say it. */
export function problemLines(before: string | null, after: string | null): string[] {
  return [...(before === null ? [] : [`before: ${before}`]), ...(after === null ? [] : [`${now}${after}`])];
}

/** Why a scope is broken in the newer of two sources; null where it is not. */
export function problemNow({ problems }: Pick<ScopeDifference, 'problems'>): string | null {
  return problems.find((problem) => problem.startsWith(now))?.slice(now.length) ?? null;
}

/** All that differs between two sources of guidance. */
export interface Difference {
  /** As the sources were named. */
  readonly from: string;
  readonly to: string;
  /** What whoever reads it has to know besides. */
  readonly notes: readonly string[];
  readonly scopes: readonly ScopeDifference[];
  readonly changes: readonly ToldChange[];
  /**
   * The rules folder of the newer source, which places are relative to: absolute, or below the root of the repository for a
   * commit; null where it is on no disk.
   */
  readonly folder: string | null;
  /** Each scope that a change reaches with its ancestors, nearest first. */
  readonly lineages: ReadonlyMap<string, readonly string[]>;
}
