import * as v from 'valibot';
import type { Group, GuidanceKind } from '../kind.ts';
import { categoriesShape, linksShape, originShape, whenShape } from '../shapes.ts';
import type { KataCategories } from './kata.ts';
import { katasMerging } from './merge-katas.ts';
import { replacedKatas } from './replaced-katas.ts';

/** Step-by-step procedures. */
export const katas: GuidanceKind<KataCategories, KataCategories> = {
  file: 'katas',
  merging: katasMerging,
  groups,
  replaced: replacedKatas,
  kept: () => () => false,
  shape: {
    katas: categoriesShape({
      when: whenShape,
      ...linksShape,
      katas: v.record(
        v.string(),
        v.object({ when: whenShape, paths: linksShape.paths, procedure: v.string(), origin: originShape }),
      ),
    }),
  },
  loadReader: async () => (await import('./read-katas.ts')).katasReader,
  loadWire: async () => (await import('./katas-wire.ts')).katasWire,
  loadStarter: async () => (await import('./starter.ts')).starter,
};

function* groups(categories: KataCategories): Iterable<Group> {
  for (const [category, { when, katas }] of categories) yield { category, when, pieces: [...katas.values()] };
}
