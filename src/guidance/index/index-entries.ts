import type { TextRenderer } from '../../render/text-renderer.ts';
import type { CategoryFilter } from '../../resolve/category-filter.ts';
import { union } from '../../resolve/merging.ts';
import type { ResolvedScope } from '../guidance.ts';
import type { Kata } from '../katas/kata.ts';
import { ownKataWhens } from '../katas/kata-whens.ts';
import { ruleKinds } from '../rules/rule.ts';
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
      // So far it is fetchable by its rules.
      hasKatasOnly: katas.size > 0 && !known.isFetchable,
      isFetchable: known.isFetchable || katas.size > 0,
    });
  }
  return entries;
}
