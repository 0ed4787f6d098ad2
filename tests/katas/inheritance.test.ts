import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type HttpClient, httpClient, jsonOf } from '../http/client.ts';
import { inheritanceOrder } from '../support/inheritance-order.ts';
import { runs } from '../support/runs.ts';
import type { KataBody, KataIndexBody } from './content.ts';

const json = { accept: 'application/json' };
const kata = (client: HttpClient, scope: string, name: string, query = '') =>
  jsonOf<KataBody>(client.get(`/api/v1/scopes/${scope}/katas/${name}${query}`, json));
const index = (client: HttpClient, scope: string, query = '') =>
  jsonOf<KataIndexBody>(client.get(`/api/v1/scopes/${scope}/katas/index${query}`));

describe('katas of a family', () => {
  const family = {
    'grandparent/metadata.yml': 'description: Oldest\ntags: {team: elders}\n',
    'grandparent/katas.yml': `delivery:
  when: When anybody ships
  katas:
    cut: {when: When an elder says so, procedure: "1. Ask {{ scope.tags.team | default('nobody') }} of {{ scope.name }}."}
    roll-back: {when: When it broke, procedure: 1. Revert.}
testing:
  katas: {cut: 1. Cut the test.}
`,
    'parent/metadata.yml': 'parent: grandparent\n',
    'parent/katas.yml': 'delivery:\n  when: "  "\n  katas: {announce: 1. Tell all.}\n',
    'grandchild/metadata.yml': 'parent: parent\n',
    'override/metadata.yml': 'parent: parent\n',
    'override/katas.yml': `delivery:
  when: When we ship
  katas:
    roll-back: 1. Fix forward.
    late: 1. Be late.
delivery.night:
  katas: {sleep: 1. Sleep.}
`,
    'below/metadata.yml': 'parent: override\n',
  };

  test("a grandparent's kata is served through its grandchild, with the requested scope's values", async () => {
    const client = await httpClient(family);
    const { procedure, when, origin } = await kata(client, 'grandchild', 'cut', '?category=delivery');
    expect({ procedure, when }).toEqual({
      procedure: '1. Ask nobody of grandchild.',
      when: 'When an elder says so',
    });
    expect(origin).toEqual({
      server: 'local',
      scope: 'grandparent',
      file: 'grandparent/katas.yml',
      line: 4,
    });
    expect(await index(client, 'grandchild')).toEqual({
      scope_name: 'grandchild',
      categories: [
        {
          category: 'delivery',
          when: 'When anybody ships',
          katas: [
            { name: 'cut', when: 'When an elder says so' },
            { name: 'roll-back', when: 'When it broke' },
            { name: 'announce', when: null },
          ],
        },
        {
          category: 'testing',
          when: 'These rules apply at all times',
          katas: [{ name: 'cut', when: null }],
        },
      ],
    });
  });

  test("a child's kata hides its parent's wholly, `when` included; the others stay, new ones follow", async () => {
    const client = await httpClient(family);
    for (const scope of ['override', 'below']) {
      const { when, procedure, origin } = await kata(client, scope, 'roll-back');
      expect({ when, procedure, from: [origin.scope, origin.line] }).toEqual({
        when: null,
        procedure: '1. Fix forward.',
        from: ['override', 4],
      });
      const { categories } = await index(client, scope);
      expect(categories).toEqual([
        {
          category: 'delivery',
          when: 'When we ship',
          katas: [
            { name: 'cut', when: 'When an elder says so' },
            { name: 'roll-back', when: null },
            { name: 'announce', when: null },
            { name: 'late', when: null },
          ],
        },
        expect.objectContaining({ category: 'testing' }),
        { category: 'delivery.night', when: 'When we ship', katas: [{ name: 'sleep', when: null }] },
      ]);
    }
    expect((await kata(client, 'grandchild', 'roll-back')).procedure).toBe('1. Revert.');
  });

  test('the same name in another category is another kata', async () => {
    const client = await httpClient({
      ...family,
      'override/katas.yml': 'testing:\n  katas: {cut: 1. Mine.}\nother: {katas: {cut: 1. New.}}\n',
    });
    const procedures = await Promise.all(
      ['delivery', 'testing', 'other'].map(
        async (category) => (await kata(client, 'override', 'cut', `?category=${category}`)).procedure,
      ),
    );
    expect(procedures).toEqual(['1. Ask nobody of override.', '1. Mine.', '1. New.']);
  });

  test('of two parents the first wins, name by name; both keep what only they have', async () => {
    const client = await httpClient({
      'one/katas.yml':
        'a:\n  katas: {same: {procedure: 1. First.}, one: 1. One.}\nb: {when: When one, katas: {}}\n',
      'two/katas.yml':
        'a:\n  when: When two\n  katas: {same: {when: When second, procedure: 1. Second.}, two: 1. Two.}\nb: {when: When two, katas: {both: x}}\n',
      'child/metadata.yml': 'parents: [one, two]\n',
      'turned/metadata.yml': 'parents: [two, one]\n',
    });
    expect(await kata(client, 'child', 'same')).toMatchObject({ when: null, procedure: '1. First.' });
    expect(await kata(client, 'turned', 'same')).toMatchObject({
      when: 'When second',
      procedure: '1. Second.',
    });
    const names = async (scope: string) =>
      (await index(client, scope)).categories.map(({ category, when, katas }) => [
        category,
        when,
        katas.map(({ name }) => name),
      ]);
    expect(await names('child')).toEqual([
      ['a', 'When two', ['same', 'two', 'one']],
      ['b', 'When one', ['both']],
    ]);
    expect(await names('turned')).toEqual([
      ['a', 'When two', ['same', 'one', 'two']],
      ['b', 'When two', ['both']],
    ]);
  });

  test('a flowchart may replace plain steps, and plain steps a flowchart', async () => {
    const chart = '#!fcyaml\nflowchart: {nodes: [{id: a, type: process, description: Do it}]}\n';
    const client = await httpClient({
      'up/katas.yml': stringify({ a: { katas: { x: '1. Plain.', y: chart } } }),
      'down/metadata.yml': 'parent: up\n',
      'down/katas.yml': stringify({ a: { katas: { x: chart, y: '1. Plain.' } } }),
    });
    expect((await kata(client, 'down', 'x')).procedure).toBe('## x\n\n1. Do it (end)\n');
    expect((await kata(client, 'down', 'y')).procedure).toBe('1. Plain.');
  });

  test('a mistake in a parent leaves the child with its own katas, and a warning', async () => {
    const client = await httpClient({
      'bad/katas.yml': 'a:\n  katas: {cut: 5}\n',
      'child/metadata.yml': 'parent: bad\n',
      'child/katas.yml': 'a:\n  katas: {own: 1. Mine.}\n',
    });
    const list = await jsonOf<object>(client.get('/api/v1/scopes/child/katas'));
    expect(list).toEqual({
      scope_name: 'child',
      categories: { a: ['own'] },
      warnings: [expect.stringMatching(/^the rules of `bad` are missing: bad\/katas\.yml:2:16 /)],
    });
  });
});

interface OwnKata {
  readonly when: string | null;
  readonly procedure: string;
}
interface OwnCategory {
  readonly when: string | null;
  readonly katas: Readonly<Record<string, OwnKata>>;
}
interface OwnScope {
  readonly parents: readonly number[];
  readonly categories: Readonly<Record<string, OwnCategory>>;
}
/** Scopes whose parents stand later in the list. */
type World = readonly OwnScope[];

const when = fc.option(fc.constantFrom('', ' ', 'When {{ x }}', 'When y'), { freq: 2 });
const ownKata: fc.Arbitrary<OwnKata> = fc.record({
  when,
  procedure: fc.constantFrom('1. One.', '{{ two }}', '#!fcyaml\n{{ three }}', ' four\n\n', '5'),
});
const ownCategory: fc.Arbitrary<OwnCategory> = fc.record({
  when,
  katas: fc.dictionary(fc.constantFrom('x', 'y', 'z', 'x-y', '1'), ownKata, { maxKeys: 3 }),
});
const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: 5 }).chain((count) => {
  const scopes = Array.from({ length: count }, (_, place) => {
    const later = Array.from({ length: count - place - 1 }, (__, index) => place + 1 + index);
    return fc.record({
      parents: fc.shuffledSubarray(later),
      categories: fc.dictionary(fc.constantFrom('a', 'a.b', 'a.b.c', 'b', 'b.a', 'c'), ownCategory, {
        maxKeys: 4,
      }),
    });
  });
  return fc.tuple(...scopes);
});

const unlessBlank = (text: string | null) => (text === null || text.trim() === '' ? null : text);
const once = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** The inheritance of docs/inheritance.md as look-ups: what the nearest scope says that says it. */
function reference(scopes: World) {
  const at = (place: number) => scopes[place] as OwnScope;
  const nearestFirst = (place: number) => inheritanceOrder(place, (one) => at(one).parents);
  const whenOf = (place: number, category: string): string | null => {
    const stated = nearestFirst(place).map((one) => unlessBlank(at(one).categories[category]?.when ?? null));
    return stated.find((text) => text !== null) ?? null;
  };
  const kataOf = (
    place: number,
    category: string,
    name: string,
  ): (OwnKata & { place: number }) | undefined => {
    const katasOf = (one: number) => at(one).categories[category]?.katas ?? {};
    const nearest = nearestFirst(place).find((one) => Object.hasOwn(katasOf(one), name));
    return nearest === undefined ? undefined : { ...(katasOf(nearest)[name] as OwnKata), place: nearest };
  };
  const categoriesOf = (place: number): string[] =>
    once(
      nearestFirst(place)
        .toReversed()
        .flatMap((one) => Object.keys(at(one).categories)),
    );
  const namesOf = (place: number, category: string): string[] =>
    once(
      nearestFirst(place)
        .toReversed()
        .flatMap((one) => Object.keys(at(one).categories[category]?.katas ?? {})),
    );
  /** Each category after those above it, otherwise in order. */
  const ordered = (place: number): string[] => {
    const all = categoriesOf(place);
    return once(all.flatMap((name) => all.filter((other) => `${name}.`.startsWith(`${other}.`)).sort()));
  };
  return { whenOf, kataOf, ordered, namesOf };
}

test('every scope has the katas that docs/inheritance.md gives it, from where it says', async () => {
  const property = fc.asyncProperty(world, async (scopes) => {
    const files: Record<string, string> = {};
    scopes.forEach(({ parents, categories }, place) => {
      const named = parents.map((parent) => `s${parent}`);
      files[`s${place}/metadata.yml`] = named.length === 0 ? '' : stringify({ parents: named });
      files[`s${place}/katas.yml`] = stringify(categories);
    });
    const client = await httpClient(files);
    const { whenOf, kataOf, ordered, namesOf } = reference(scopes);
    for (const place of scopes.keys()) {
      const full = ordered(place).map((category) => ({
        category,
        when: whenOf(place, category),
        katas: namesOf(place, category).map((name) => {
          const { when: trigger = null } = kataOf(place, category, name) ?? {};
          return { name, when: unlessBlank(trigger) };
        }),
      }));
      const wanted = full.filter(({ katas }) => katas.length > 0);
      expect((await index(client, `s${place}`, '?debug=true')).categories).toEqual(wanted);
      for (const { category, katas } of wanted) {
        for (const { name } of katas) {
          const expected = kataOf(place, category, name);
          const found = await kata(client, `s${place}`, name, `?category=${category}&debug=true`);
          expect(found).toMatchObject({ name, category, procedure: expected?.procedure });
          expect(found.when).toBe(unlessBlank(expected?.when ?? null));
          expect(found.origin).toMatchObject({ scope: `s${expected?.place}`, server: 'local' });
        }
      }
    }
  });
  await fc.assert(property, { numRuns: runs(15) });
});
