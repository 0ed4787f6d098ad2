import { emptyLayer } from '../guidance/empty-layer.ts';
import { noNotes, resolveScope } from '../guidance/resolve-scope.ts';
import type { Merged } from './check-inheritance.ts';
import type { LintScope } from './lint-scope.ts';

/** A scope merged with its ancestors, all of them local. */
export function mergeScope(
  scope: LintScope,
  lineage: readonly string[],
  scopes: ReadonlyMap<string, LintScope>,
  maxDepth: number,
): Merged {
  const family = lineage.flatMap((name) => scopes.get(name) ?? []);
  const parts = new Map(family.map(({ name, layer }) => [name, { local: layer, remotes: [] }]));
  const options = { maxDepth, notes: noNotes };
  const resolved = resolveScope(scope.name, parts, options);
  parts.set(scope.name, { local: emptyLayer(scope.name, scope.layer.metadata), remotes: [] });
  const inherited = resolveScope(scope.name, parts, options);
  const isComplete = family.every(
    ({ isBroken, layer }) => !isBroken && layer.metadata.parents.every((parent) => scopes.has(parent)),
  );
  return { scope, resolved, inherited, isComplete };
}
