import * as v from 'valibot';
import type { RemoteScope } from '../model/guidance.ts';
import type { Bundle } from './bundle-schema.ts';
import { MasterError } from './master-error.ts';
import { checked, toRemoteScope } from './read-bundle.ts';

/** Reads one address below /api/v1/scopes/<scope> as JSON; null for 404, and for a type that is not JSON if `optional`. */
export type ReadJson = (path: string, options?: { optional?: boolean }) => Promise<unknown>;

/** Katas asked for at once. */
const katasAtOnce = 8;

const when = v.optional(v.nullable(v.string()), null);
const list = v.optional(v.nullable(v.array(v.string())), []);
const categories = v.optional(
  v.nullable(v.record(v.string(), v.object({ when, tags: list, rules: list }))),
  {},
);

// `metadata.parent` is passed over: what a master answers has its inheritance in it.
const rulesSchema = v.object({
  metadata: v.object({
    description: v.optional(v.nullable(v.string()), ''),
    tags: v.optional(v.nullable(v.record(v.string(), v.string())), {}),
  }),
  commandments: categories,
  suggestions: categories,
});
const katasSchema = v.object({ categories: v.record(v.string(), v.array(v.string())) });
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
  const origin = (kind: string) => ({ server: url, scope, file: `${scope}/${kind}.yml`, line: 1 });
  const toRules = (found: v.InferOutput<typeof categories>, kind: string): Bundle['commandments'] =>
    Object.fromEntries(
      Object.entries(found ?? {}).map(([name, category]) => [
        name,
        {
          when: category.when,
          tags: category.tags ?? [],
          rules: (category.rules ?? []).map((text) => ({ text, origin: origin(kind) })),
        },
      ]),
    );
  return toRemoteScope(url, {
    format: 1,
    scope_name: scope,
    metadata: { description: rules.metadata.description, tags: rules.metadata.tags ?? {} },
    commandments: toRules(rules.commandments, 'commandments'),
    suggestions: toRules(rules.suggestions, 'suggestions'),
    katas: katasData === null ? {} : await readKatas(katasData, read, origin('katas')),
    tenka: storiesData === null ? {} : toStories(storiesData, acsData, origin('tenka')),
    results: [],
  });
}

async function readKatas(
  data: unknown,
  read: ReadJson,
  origin: Bundle['katas'][string]['katas'][string]['origin'],
) {
  const { categories: names } = checked(katasSchema, data, 'list of katas');
  const wanted = Object.entries(names).flatMap(([category, katas]) =>
    katas.map((name) => ({ category, name })),
  );
  const found: Bundle['katas'] = {};
  for (let start = 0; start < wanted.length; start += katasAtOnce) {
    await Promise.all(
      wanted.slice(start, start + katasAtOnce).map(async ({ category, name }) => {
        const path = `/katas/${encodeURIComponent(name)}?category=${encodeURIComponent(category)}&debug=true`;
        const answer = await read(path, { optional: true });
        if (answer === null) return;
        const kata = checked(kataSchema, answer, 'kata');
        found[category] ??= { when: null, katas: {} };
        found[category].katas[name] = { ...kata, origin };
      }),
    );
  }
  // In the order of the list, whatever order the answers came in.
  const inOrder = Object.entries(names).flatMap(([category, katas]): [string, Bundle['katas'][string]][] => {
    const own = found[category];
    if (own === undefined) return [];
    const kept = katas.flatMap((name) =>
      own.katas[name] === undefined ? [] : [[name, own.katas[name]] as const],
    );
    return [[category, { when: null, katas: Object.fromEntries(kept) }]];
  });
  return Object.fromEntries(inOrder);
}

function toStories(
  stories: unknown,
  acs: unknown,
  origin: Bundle['tenka'][string]['origin'],
): Bundle['tenka'] {
  const criteria = acs === null ? [] : checked(acsSchema, acs, 'list of acceptance criteria').acs;
  const wrong = criteria.find(({ ref }) => !/^AC[0-9]+\.[0-9]+$/.test(ref));
  if (wrong !== undefined)
    throw new MasterError('connection', 'its list of acceptance criteria has a malformed ref');
  const entries = checked(storiesSchema, stories, 'list of user stories').stories.map(
    ({ id, ...story }): [string, Bundle['tenka'][string]] => {
      if (!/^US[0-9]+$/.test(id))
        throw new MasterError('connection', 'its list of user stories has a malformed id');
      const own = criteria
        .filter((ac) => ac.story === id)
        .map(
          ({ ref, story: _, tags, ...ac }) => [ref, { ...ac, tags: tags ?? [], checks: undefined }] as const,
        );
      return [id, { ...story, tags: story.tags ?? [], acs: Object.fromEntries(own), origin }];
    },
  );
  return Object.fromEntries(entries);
}
