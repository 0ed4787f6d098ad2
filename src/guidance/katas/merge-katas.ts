import type { KataCategories, KataCategory } from './kata.ts';

/**
 * Katas of a child over those of its parent: by name within the category the child's replaces the parent's whole,
 * its `when` included; other katas stay. A category's own `when` is the child's where it has one.
 */
export function mergeKatas(parent: KataCategories, child: KataCategories): KataCategories {
  if (child.size === 0) return parent;
  const merged = new Map<string, KataCategory>(parent);
  for (const [category, own] of child) {
    const inherited = merged.get(category);
    merged.set(category, {
      when: own.when ?? inherited?.when ?? null,
      katas: new Map([...(inherited?.katas ?? []), ...own.katas]),
    });
  }
  return merged;
}
