import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Kata } from '../../../guidance/katas/kata.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import { pathsAround } from '../../../resolve/category-order.ts';
import { union } from '../../../resolve/merging.ts';
import type { CategoryFilter } from '../category-filter.ts';
import { ownKataWhens } from '../katas/kata-whens.ts';
import { ownWhens } from '../rules/whens.ts';
import type { LineParts } from './index-line.ts';

/** A category with what its rules and its katas say of it together. */
export interface IndexEntry extends LineParts {
  readonly see: readonly string[];
  /** It belongs to every change: its rules or its katas say so. */
  readonly always: boolean;
  readonly katas: readonly Kata[];
  /** Whether it has rules or katas itself. */
  readonly isFetchable: boolean;
}

const nothing: IndexEntry = {
  when: null,
  tags: [],
  paths: [],
  see: [],
  always: false,
  katas: [],
  hasKatasOnly: false,
  isFetchable: false,
};

/**
 * The wanted categories of a scope by name, rules before katas. A `when` is the category's own, that of commandments before
 * that of suggestions before that of katas; null where there is none, and where it renders to blank.
 */
export function indexEntries(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  whens = ownWhens(scope, wanted, texts),
  kataWhenOf = ownKataWhens(scope, wanted, texts),
): ReadonlyMap<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const kind of ruleKinds) {
    for (const [category, { tags, paths, see, always, rules }] of scope[kind]) {
      if (!wanted(category)) continue;
      const known = entries.get(category) ?? nothing;
      entries.set(category, {
        ...known,
        when: known.when ?? (whens[kind].get(category) || null),
        tags: union(known.tags, tags),
        paths: union(known.paths, paths),
        see: union(known.see, see),
        always: known.always || always === true,
        isFetchable: known.isFetchable || rules.length > 0,
      });
    }
  }
  const isEmpty = withoutRules(scope);
  for (const [category, { paths, see, always, katas }] of scope.katas) {
    if (!wanted(category)) continue;
    const known = entries.get(category) ?? nothing;
    entries.set(category, {
      ...known,
      when: known.when ?? (kataWhenOf(category) || null),
      paths: union(known.paths, paths),
      see: union(known.see, see),
      always: known.always || always === true,
      katas: [...katas.values()],
      hasKatasOnly: katas.size > 0 && isEmpty(category),
      isFetchable: known.isFetchable || katas.size > 0,
    });
  }
  return entries;
}

/** Whether a category of katas has no rules, and none below it. */
function withoutRules(scope: ResolvedScope): (category: string) => boolean {
  if (scope.katas.size === 0) return () => true;
  const withOwn = ruleKinds.flatMap((kind) =>
    [...scope[kind]].flatMap(([category, { rules }]) => (rules.length > 0 ? [category] : [])),
  );
  const withSome = pathsAround(withOwn, new Set(scope.katas.keys()));
  return (category) => !withSome.has(category);
}
