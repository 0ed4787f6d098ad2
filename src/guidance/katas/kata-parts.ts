import { type Part, withoutRules } from '../part.ts';
import type { KataCategories } from './kata.ts';

/** Takes katas apart: a part for each category, and one for each kata of it. */
export function* kataParts(categories: KataCategories): Iterable<Part> {
  for (const [category, { katas, ...fields }] of categories) {
    const [first] = katas.values();
    const origin = first?.origin ?? null;
    yield { element: 'category', category, name: null, fields, origin, ...withoutRules };
    for (const { name, origin, ...said } of katas.values())
      yield { element: 'kata', category, name, fields: said, origin, ...withoutRules };
  }
}
