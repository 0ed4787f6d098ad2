import { kindNames } from '../../guidance/kinds.ts';
import { bySegment } from '../../model/names/category-path.ts';
import type { Change, ToldChange } from './change.ts';

/** Collects the changes of many scopes: one that happens in several is told once, with all of them. */
export interface Teller {
  add(scope: string, changes: readonly Change[]): void;
  /** By kind and category; otherwise in the order in which they were added. */
  told(): ToldChange[];
}

interface Told {
  readonly change: Change;
  readonly scopes: string[];
}

export function createTeller(): Teller {
  const known = new Map<string, Told>();
  // Most scopes have the very change of another, and to look at its texts each time would take most of the time.
  const same = new Map<Change, Told>();
  const find = (change: Change): Told => {
    const { id: _, place: __, ...about } = change;
    const key = JSON.stringify(about);
    const told = known.get(key) ?? { change, scopes: [] };
    known.set(key, told);
    same.set(change, told);
    return told;
  };
  return {
    add(scope, changes) {
      for (const change of changes) (same.get(change) ?? find(change)).scopes.push(scope);
    },
    told: () =>
      [...known.values()]
        .map(({ change, scopes }) => ({ ...change, scopes: scopes.sort() }))
        .sort(byKindAndCategory),
  };
}

function byKindAndCategory(a: Change, b: Change): number {
  return rank(a) - rank(b) || bySegment(a.category ?? '', b.category ?? '');
}

/** Metadata comes first. */
function rank({ kind }: Change): number {
  return kind === null ? -1 : kindNames.indexOf(kind);
}
