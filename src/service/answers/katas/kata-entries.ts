import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Kata, KataCategory } from '../../../guidance/katas/kata.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';
import type { CategoryFilter } from '../category-filter.ts';
import type { KataIndexData } from '../shapes.ts';
import type { KataWhens } from './kata-whens.ts';

export type KataCategoryEntry = KataIndexData['categories'][number];
export type KataEntry = KataCategoryEntry['katas'][number];

/**
 * The wanted categories that have katas, with what triggers each: the `when` of a category as `whens` has it, that of a kata
 * rendered with `texts`, as written where that is raw. It can pause before each that may be a template.
 */
export function* gatheringKataEntries(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  whens: KataWhens,
): Generator<void, { readonly entry: KataCategoryEntry; readonly category: KataCategory }[]> {
  const found: { entry: KataCategoryEntry; category: KataCategory }[] = [];
  for (const [name, category] of scope.katas) {
    if (category.katas.size === 0 || !wanted(name)) continue;
    const context = whens.context(name);
    const toEntry = (kata: Kata): KataEntry => {
      if (kata.when === null || texts.raw) return { name: kata.name, when: kata.when };
      const by = texts.for(kata.origin);
      const text = by.render('when', `${name}/${kata.name} when`, kata.when, context);
      return { name: kata.name, when: text?.trim() ?? '' };
    };
    const katas: KataEntry[] = [];
    for (const kata of category.katas.values()) {
      if (kata.when?.includes('{')) yield;
      katas.push(toEntry(kata));
    }
    found.push({ entry: { category: name, when: whens.shown(name), katas }, category });
  }
  return found;
}
