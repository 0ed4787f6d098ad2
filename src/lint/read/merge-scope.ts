import type { Guidance, ResolvedScope } from '../../guidance/guidance.ts';
import { emptyLayer } from '../../guidance/read/empty-layer.ts';
import { noNotes, resolveScope } from '../../guidance/resolve/resolve-scope.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import type { LintScope } from '../lint-scope.ts';

/** One scope with its ancestors merged, with and without its own content. */
export interface Merged {
  readonly scope: LintScope;
  readonly resolved: ResolvedScope;
  readonly inherited: Guidance;
  /** Whether all that these files of the scope and its ancestors say is here as it is meant: no ancestor is unknown, and they have no errors. */
  readonly isWhole: (...files: readonly string[]) => boolean;
  /** Whether all is known of these files of the scope and its ancestors, named without `.yml`: no ancestor is unknown, and each was read. */
  readonly knows: (...files: readonly string[]) => boolean;
  /** The categories that the scope or an ancestor writes with a mistake, so that they are not in `resolved` as they are meant. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * A scope merged with its ancestors, all of them local. `parentOf` gives another scope merged, where that is known: with one
 * parent, what a scope inherits is what its parent has.
 */
export function mergeScope(
  scope: LintScope,
  lineage: readonly string[],
  scopes: ReadonlyMap<string, LintScope>,
  maxDepth: number,
  parentOf: (name: string) => Merged | null = () => null,
): Merged {
  const family = lineage.flatMap((name) => scopes.get(name) ?? []);
  const parts = new Map(family.map(({ name, layer }) => [name, { local: layer, remotes: [] }]));
  const options = { maxDepth, notes: noNotes };
  const resolved = resolveScope(scope.name, parts, options);
  const unread = new Set(family.flatMap((one) => [...one.unread]));
  const hasAll =
    !unread.has('metadata') &&
    family.every(
      ({ layer, outline }) =>
        outline.hasParents && layer.metadata.parents.every((parent) => scopes.has(parent)),
    );
  const knows = (...files: readonly string[]) => hasAll && !files.some((file) => unread.has(file));
  const faulty = new Set(family.flatMap((one) => [...one.faulty]));
  const isWhole = (...files: readonly string[]) => hasAll && !files.some((file) => faulty.has(file));
  const doubtful = new Set(family.filter(({ isBroken }) => isBroken).flatMap(unreadCategories));
  return whenAsked({ scope, resolved, isWhole, knows, doubtful }, () => {
    const [parent, ...others] = new Set(scope.layer.metadata.parents.filter((name) => scopes.has(name)));
    const merged = parent === undefined || others.length > 0 ? null : parentOf(parent);
    if (merged !== null) return merged.resolved;
    parts.set(scope.name, { local: emptyLayer(scope.name, scope.layer.metadata), remotes: [] });
    return resolveScope(scope.name, parts, options);
  });
}

function unreadCategories({ outline, layer }: LintScope): string[] {
  return ([...ruleKinds, 'katas'] as const).flatMap((kind) =>
    outline.guidance[kind].flatMap(({ category }) =>
      category === null || layer[kind].has(category.name) ? [] : [category.name],
    ),
  );
}

/** Merges what is inherited when it is first asked for, and lets go of all that was needed for that. */
function whenAsked(merged: Omit<Merged, 'inherited'>, inherit: () => Guidance): Merged {
  let inherited: Guidance | (() => Guidance) = inherit;
  return {
    ...merged,
    get inherited() {
      if (typeof inherited === 'function') inherited = inherited();
      return inherited;
    },
  };
}
