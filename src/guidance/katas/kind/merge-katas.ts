import { parentsFirst } from '../../../resolve/category-order.ts';
import { joinMaps, type Merging, union } from '../../../resolve/merging.ts';
import type { KataCategories, KataCategory } from '../kata.ts';

/** Of katas with one name, the nearest counts; of several masters, the first's. */
export const katasMerging: Merging<KataCategories, KataCategories> = {
  none: new Map(),
  over: mergeKatas,
  ofMasters: (answers) => joinMaps(answers, join),
  withoutEchoes: (remote) => remote,
  inOrder: parentsFirst,
};

/**
 * Katas of a child over those of its parent: by name within the category the child's replaces the parent's whole,
 * its `when` included; other katas stay. A category's own `when` and `always` are the child's where it has them; paths and links are united.
 */
function mergeKatas(parent: KataCategories, child: KataCategories): KataCategories {
  if (child.size === 0) return parent;
  const merged = new Map<string, KataCategory>(parent);
  for (const [category, own] of child) {
    const inherited = merged.get(category);
    merged.set(category, {
      when: own.when ?? inherited?.when ?? null,
      always: own.always ?? inherited?.always ?? null,
      ...unitedLinks(inherited, own),
      katas: new Map([...(inherited?.katas ?? []), ...own.katas]),
    });
  }
  return merged;
}

function join(first: KataCategory, later: KataCategory): KataCategory {
  const missing = [...later.katas].filter(([name]) => !first.katas.has(name));
  return {
    when: first.when ?? later.when,
    always: first.always ?? later.always,
    ...unitedLinks(first, later),
    katas: new Map([...first.katas, ...missing]),
  };
}

function unitedLinks(
  first: KataCategory | undefined,
  later: KataCategory,
): Pick<KataCategory, 'paths' | 'see'> {
  return { paths: union(first?.paths ?? [], later.paths), see: union(first?.see ?? [], later.see) };
}
