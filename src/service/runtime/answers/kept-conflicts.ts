import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { FoundConflicts } from '../../../lint/conflicts/find-conflicts.ts';
import { inTurns } from '../../../runtime/async/turns.ts';

/** By the first of the scopes that it was found in: when that is resolved anew, what was found is gone with it. */
const kept = new WeakMap<
  ResolvedScope,
  { readonly scopes: readonly ResolvedScope[]; readonly found: Promise<FoundConflicts> }
>();

/** The rules of these scopes that repeat or contradict each other, found anew when one of the scopes has changed. */
export async function conflictsOf(scopes: readonly ResolvedScope[]): Promise<FoundConflicts> {
  const [first] = scopes;
  if (first === undefined) return { scopes: [], isCut: false };
  const before = kept.get(first);
  const isSame =
    before?.scopes.length === scopes.length && before.scopes.every((one, at) => one === scopes[at]);
  if (before !== undefined && isSame) return before.found;
  const found = find(scopes);
  kept.set(first, { scopes, found });
  return found;
}

async function find(scopes: readonly ResolvedScope[]): Promise<FoundConflicts> {
  const { creatingConflictFinder } = await import('../../../lint/conflicts/find-conflicts.ts');
  const families = scopes.map(({ name, metadata, descent }) => {
    const parents = descent.parents.map((parent) => parent.name);
    return [name, { lineage: descent.lineage, parents, ignored: metadata.lintIgnore ?? [] }] as const;
  });
  return inTurns(
    (function* () {
      const finder = yield* creatingConflictFinder(scopes, new Map(families));
      for (const scope of scopes) yield* finder.visiting(scope.name, scope);
      return yield* finder.finishing();
    })(),
  );
}
