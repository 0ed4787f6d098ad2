import { kindNames } from '../guidance/kinds.ts';
import { bySegment } from '../model/category-path.ts';
import type { Change, ToldChange } from './change.ts';

/** Collects the changes of many scopes: one that happens in several is told once, with all of them. */
export interface Teller {
  add(scope: string, changes: readonly Change[]): void;
  /** By kind and category; otherwise in the order in which they were added. */
  told(): ToldChange[];
}

export function createTeller(): Teller {
  const known = new Map<string, { readonly change: Change; readonly scopes: string[] }>();
  return {
    add(scope, changes) {
      for (const change of changes) {
        const { id: _, place: __, ...same } = change;
        const key = JSON.stringify(same);
        const before = known.get(key);
        if (before === undefined) known.set(key, { change, scopes: [scope] });
        else before.scopes.push(scope);
      }
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
