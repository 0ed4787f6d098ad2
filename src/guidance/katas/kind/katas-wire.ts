import * as v from 'valibot';
import { repositoryIn } from '../../../model/names/git-names.ts';
import { withoutColumn } from '../../../model/origin.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import { defineWire, type PlainReader, type Wire } from '../../wire/wire.ts';
import {
  always,
  entriesSchema,
  none,
  origin,
  plainTexts,
  texts,
  when,
  writeLinks,
} from '../../wire/wire-schemas.ts';
import type { KataCategories, KataCategory } from '../kata.ts';
import { maxKataBytes, maxKataFiles } from '../kata-file.ts';

/**
 * What each path of a file leads to; a path with anything odd in it is judged where the file is used, but for those of a git
 * repository: what brings one is an attack on whoever reads it.
 */
const files = v.optional(
  v.pipe(
    entriesSchema(
      v.object({
        sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        size: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxKataBytes)),
        base64: v.optional(v.nullable(v.string()), null),
      }),
      /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,500}$/u,
      maxKataFiles,
    ),
    v.check((entries) => repositoryIn(entries.map(([path]) => path)) === null, 'Files of a git repository'),
  ),
  none,
);

const bundled = v.optional(
  entriesSchema(
    v.object({
      when,
      paths: texts,
      see: texts,
      always,
      katas: entriesSchema(v.object({ when, paths: texts, procedure: v.string(), files, origin })),
    }),
  ),
  none,
);

const plainList = v.object({ categories: v.optional(v.nullable(entriesSchema(plainTexts)), null) });
/** An answer that names another kata than the one that was asked for is refused. */
const plainKata = (category: string, name: string) =>
  v.object({
    procedure: v.string(),
    when,
    name: v.nullish(v.literal(name)),
    category: v.nullish(v.literal(category)),
  });

/** Katas asked for at once. */
const atOnce = 8;

/** How katas travel between servers. */
export const katasWire: Wire<KataCategories> = defineWire({
  entries: { katas: bundled },
  read: ({ katas }, { byName, clean, cleanOrNull, origin: toOrigin }) =>
    byName(
      katas,
      (category): KataCategory => ({
        when: cleanOrNull(category.when),
        paths: category.paths.map(clean),
        see: category.see.map(clean),
        always: category.always,
        katas: byName(category.katas, ({ when, paths, procedure, files, origin }, name) => ({
          name,
          when: cleanOrNull(when),
          paths: paths.map(clean),
          procedure: clean(procedure),
          files: new Map(files),
          origin: toOrigin(origin),
        })),
      }),
    ),
  write: (categories) => ({
    katas: Object.fromEntries(
      [...categories].map(([category, { when, paths, see, always, katas }]) => [
        category,
        { when, ...writeLinks({ paths, see, always }), katas: writeKatas(katas) },
      ]),
    ),
  }),
  plain: {
    lists: [{ path: '/katas?debug=true', isOptional: true }],
    read: async ([list], tools) => ({ katas: list === null ? {} : await readPlain(list, tools) }),
  },
});

function writeKatas(katas: KataCategory['katas']): object {
  return Object.fromEntries(
    [...katas].map(([name, { when, paths, procedure, origin }]) => [
      name,
      { when, ...writeLinks({ paths }), procedure, origin: withoutColumn(origin) },
    ]),
  );
}

/** The katas that a list names, each asked for; in the order of the list, whatever order the answers come in. */
async function readPlain(data: unknown, tools: PlainReader): Promise<Readonly<Record<string, unknown>>> {
  const { categories } = tools.check(plainList, data, 'list of katas');
  const wanted = (categories ?? []).flatMap(([category, names]) =>
    (names ?? []).map((name) => ({ category, name })),
  );
  const found = await inBatches(wanted, atOnce, ({ category, name }) =>
    tools.read(`/katas/${encodeURIComponent(name)}?category=${encodeURIComponent(category)}&debug=true`),
  );
  const byCategory = new Map<string, [string, object][]>();
  wanted.forEach(({ category, name }, index) => {
    if (found[index] === null) return;
    const { procedure, when } = tools.check(plainKata(category, name), found[index], 'kata');
    const known = byCategory.get(category) ?? [];
    byCategory.set(category, [...known, [name, { procedure, when, origin: tools.origin('katas') }]]);
  });
  const entries = [...byCategory].map(([category, katas]) => [
    category,
    { when: null, katas: Object.fromEntries(katas) },
  ]);
  return Object.fromEntries(entries);
}
