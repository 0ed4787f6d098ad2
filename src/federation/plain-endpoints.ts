import * as v from 'valibot';
import type { RemoteScope } from '../guidance/guidance.ts';
import { inBatches } from '../runtime/in-batches.ts';
import { type BundleData, entriesOf } from './bundle-schema.ts';
import { checked, readBundle } from './read-bundle.ts';

/** Reads one address below /api/v1/scopes/<scope> as JSON; null for 404, and for what is not offered if `optional`. */
export interface ReadJson {
  (path: string, options?: { optional?: boolean }): Promise<unknown>;
  /** Characters read so far. */
  size(): number;
}

type Guidance = Required<Pick<BundleData, 'katas' | 'tenka'>>;
type Origin = { server: string; scope: string; file: string; line: number };

/** Katas asked for at once. */
const katasAtOnce = 8;

// Servers of the older wire format write null where they have nothing.
const when = v.optional(v.nullable(v.string()), null);
const list = v.optional(v.nullable(v.array(v.string())), []);
const categories = v.optional(
  v.nullable(entriesOf(v.nullable(v.object({ when, tags: list, rules: list })))),
  null,
);

// `metadata.parent` is passed over: what a master answers has its inheritance in it.
const rulesSchema = v.object({
  metadata: v.optional(
    v.nullable(
      v.object({
        description: v.optional(v.nullable(v.string()), ''),
        tags: v.optional(v.nullable(entriesOf(v.string())), null),
      }),
    ),
    null,
  ),
  commandments: categories,
  suggestions: categories,
});
const katasSchema = v.object({ categories: v.optional(v.nullable(entriesOf(list)), null) });
const kataSchema = v.object({ procedure: v.string(), when });
const storiesSchema = v.object({
  stories: v.array(
    v.object({
      id: v.string(),
      who: v.string(),
      what: v.string(),
      why: v.string(),
      tags: list,
      active: v.optional(v.boolean(), true),
    }),
  ),
});
const status = v.optional(v.picklist(['validated', 'not_validated']), 'not_validated');
const automation = v.optional(v.picklist(['automated', 'has_manual']), 'automated');
const acsSchema = v.object({
  acs: v.array(
    v.object({
      ref: v.string(),
      story: v.string(),
      given: v.string(),
      when: v.string(),
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: v.string(),
      tags: list,
      active: v.optional(v.boolean(), true),
      status,
      automation,
    }),
  ),
});

/**
 * A scope from the plain endpoints of a master that has no bundle (the older wire format): rules, katas one by one, and
 * vision if it is offered. Null where the master has no such scope.
 */
export async function readPlainEndpoints(
  url: string,
  scope: string,
  read: ReadJson,
): Promise<RemoteScope | null> {
  const [rulesData, katasData, storiesData, acsData] = await Promise.all([
    read('/rules?debug=true'),
    read('/katas?debug=true', { optional: true }),
    read('/tenka/stories?include_inactive=true', { optional: true }),
    read('/tenka/acs?include_inactive=true', { optional: true }),
  ]);
  if (rulesData === null) return null;
  const rules = checked(rulesSchema, rulesData, 'answer with rules');
  const origin = (kind: string): Origin => ({ server: url, scope, file: `${scope}/${kind}.yml`, line: 1 });
  const toRules = (found: v.InferOutput<typeof categories>, kind: string) =>
    Object.fromEntries(
      (found ?? []).flatMap(([name, category]) =>
        category === null
          ? []
          : [
              [
                name,
                {
                  when: category.when,
                  tags: category.tags ?? [],
                  rules: (category.rules ?? []).map((text) => ({ text, origin: origin(kind) })),
                },
              ],
            ],
      ),
    );
  const data: BundleData = {
    format: 1,
    scope_name: scope,
    metadata: {
      description: rules.metadata?.description ?? '',
      tags: Object.fromEntries(rules.metadata?.tags ?? []),
    },
    commandments: toRules(rules.commandments, 'commandments'),
    suggestions: toRules(rules.suggestions, 'suggestions'),
    katas: katasData === null ? {} : await readKatas(katasData, read, origin('katas')),
    tenka: storiesData === null ? {} : toStories(storiesData, acsData, origin('tenka')),
  };
  return readBundle(url, data, read.size());
}

/** The katas that a list names, each asked for; in the order of the list, whatever order the answers come in. */
async function readKatas(data: unknown, read: ReadJson, origin: Origin): Promise<Guidance['katas']> {
  const { categories: lists } = checked(katasSchema, data, 'list of katas');
  const wanted = (lists ?? []).flatMap(([category, names]) =>
    (names ?? []).map((name) => ({ category, name })),
  );
  const found = await inBatches(wanted, katasAtOnce, ({ category, name }) => {
    const query = `?category=${encodeURIComponent(category)}&debug=true`;
    return read(`/katas/${encodeURIComponent(name)}${query}`, { optional: true });
  });
  const byCategory = new Map<string, [string, object][]>();
  wanted.forEach(({ category, name }, index) => {
    if (found[index] === null) return;
    const kata = checked(kataSchema, found[index], 'kata');
    const known = byCategory.get(category) ?? [];
    byCategory.set(category, [...known, [name, { ...kata, origin }]]);
  });
  const entries = [...byCategory].map(([category, katas]) => [
    category,
    { when: null, katas: Object.fromEntries(katas) },
  ]);
  return Object.fromEntries(entries);
}

function toStories(stories: unknown, acs: unknown, origin: Origin): Guidance['tenka'] {
  const criteria = acs === null ? [] : checked(acsSchema, acs, 'list of acceptance criteria').acs;
  const entries = checked(storiesSchema, stories, 'list of user stories').stories.map(({ id, ...story }) => {
    const own = criteria
      .filter((ac) => ac.story === id)
      .map(({ ref, story: _, tags, ...ac }) => [ref, { ...ac, tags: tags ?? [] }]);
    return [id, { ...story, tags: story.tags ?? [], acs: Object.fromEntries(own), origin }];
  });
  return Object.fromEntries(entries);
}
