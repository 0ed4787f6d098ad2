import type { ResolvedScope } from '../../guidance/guidance.ts';
import { atOnce } from '../../runtime/async/turns.ts';
import { type Difference, problemLines, type ScopeDifference } from './change.ts';
import { createRuleComparer } from './compare-rules.ts';
import { comparingScopes } from './compare-scopes.ts';
import { loadTakeApart, sizeOf } from './load/compared-scope.ts';
import { createTeller } from './tell-once.ts';

/** A scope as one source serves it: null for both where it is not there. */
interface Served {
  readonly scope: ResolvedScope | null;
  /** Why it cannot be served. */
  readonly problem: string | null;
}

/** Compares scopes one by one; only what differs is kept. */
export interface Comparison {
  add(name: string, before: Served, after: Served): void;
  finish(about: Pick<Difference, 'from' | 'to' | 'notes' | 'folder'>): Difference;
}

export async function createComparison(): Promise<Comparison> {
  const takeApart = await loadTakeApart();
  const teller = createTeller();
  const compareRules = createRuleComparer();
  const scopes: ScopeDifference[] = [];
  const lineages = new Map<string, readonly string[]>();
  return {
    add(name, before, after) {
      const old = before.scope === null ? null : takeApart(before.scope);
      const young = after.scope === null ? null : takeApart(after.scope);
      const problems = problemLines(before.problem, after.problem);
      if (problems.length > 0) {
        const sizes = { before: old && sizeOf(old), after: young && sizeOf(young) };
        // The same mistake on both sides is not a difference.
        if (before.problem !== after.problem) scopes.push({ name, state: 'broken', ...sizes, problems });
        return;
      }
      const changes = atOnce(comparingScopes(old, young, compareRules));
      const state = old === null ? 'added' : young === null ? 'removed' : 'changed';
      if (state === 'changed' && changes.length === 0) return;
      scopes.push({ name, state, before: old && sizeOf(old), after: young && sizeOf(young), problems });
      teller.add(name, changes);
      lineages.set(name, (young ?? old)?.lineage ?? [name]);
    },
    finish: (about) => ({
      ...about,
      scopes: scopes.sort((a, b) => (a.name < b.name ? -1 : 1)),
      changes: teller.told(),
      lineages,
    }),
  };
}
