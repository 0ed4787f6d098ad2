import type { Family, Replaced } from '../kind.ts';
import { isSamePlace } from '../piece-key.ts';
import type { KataCategories } from './kata.ts';

/** The katas of a parent in whose place its child has others. */
export function replacedKatas({ child, parent }: Family<KataCategories>): Replaced[] {
  return [...parent.content].flatMap(([category, { katas }]) =>
    [...katas.values()].flatMap(({ name, origin }): Replaced[] => {
      const now = child.content.get(category)?.katas.get(name)?.origin;
      if (now === undefined || isSamePlace(now, origin)) return [];
      return [{ kind: 'kata', category, text: name, origin, by: now.scope }];
    }),
  );
}
