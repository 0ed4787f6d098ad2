import * as v from 'valibot';
import type { Group, GuidanceKind, Slot } from '../kind.ts';
import { hashPiece } from '../piece-id.ts';
import { categoriesShape, linksShape, originShape, whenShape } from '../shapes.ts';
import type { Kata, KataCategories } from './kata.ts';
import { katasMerging } from './kind/merge-katas.ts';

/** Files by path; the bytes of those that are not too many. */
const bundledFilesShape = v.record(
  v.string(),
  v.object({ sha256: v.string(), size: v.number(), base64: v.optional(v.string()) }),
);

/** Step-by-step procedures. */
export const katas: GuidanceKind<KataCategories, KataCategories, Kata> = {
  file: 'katas',
  noun: 'kata',
  merging: katasMerging,
  groups,
  slots,
  addsUp: false,
  textOf: ({ procedure }) => procedure,
  idOf: ({ procedure }) => hashPiece('katas', procedure),
  shape: {
    katas: categoriesShape({
      when: whenShape,
      ...linksShape,
      katas: v.record(
        v.string(),
        v.object({
          when: whenShape,
          paths: linksShape.paths,
          procedure: v.string(),
          files: v.optional(bundledFilesShape),
          origin: originShape,
        }),
      ),
    }),
  },
  loadReader: async () => (await import('./kind/read-katas.ts')).katasReader,
  loadParts: async () => (await import('./kind/kata-parts.ts')).kataParts,
  loadWire: async () => (await import('./kind/katas-wire.ts')).katasWire,
  loadStarter: async () => (await import('./kind/starter.ts')).starter,
};

function* groups(categories: KataCategories): Iterable<Group> {
  for (const [category, { when, katas }] of categories) yield { category, when, pieces: [...katas.values()] };
}

function* slots(categories: KataCategories): Iterable<Slot<Kata>> {
  for (const [category, { katas }] of categories) {
    for (const kata of katas.values()) {
      yield { key: `${category}/${kata.name}`, category, name: kata.name, pieces: [kata] };
    }
  }
}
