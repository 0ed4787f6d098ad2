import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { filesOf, style, type World, world } from '../resolve/world.ts';
import { ask } from '../support/ask.ts';
import { runs } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { apply, servedIn, withoutPlaces } from './apply.ts';
import { type Difference, diff, type ToldChange } from './diff.ts';

type Files = Record<string, string>;

const word = fc.constantFrom('One', 'Two', 'Three', 'Four five six');
const tags = fc.uniqueArray(fc.constantFrom('t', 'u', 'v'), { maxLength: 2 });
const kata = fc.record({ when: fc.option(word), procedure: word.map((text) => `1. ${text}\n2. Done\n`) });
const kataCategory = fc.record({
  when: fc.option(word),
  tags: fc.constant([]),
  katas: fc.dictionary(fc.constantFrom('go', 'stop', 'wait'), kata, { minKeys: 1, maxKeys: 3 }),
});
// biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
const criterion = fc.record({ given: word, when: word, then: word, tags });
const story = (number: number) =>
  fc.record({
    who: word,
    what: word,
    why: word,
    active: fc.boolean(),
    tags,
    acs: fc
      .dictionary(fc.constantFrom('1', '2', '3'), criterion, { maxKeys: 2 })
      .map((acs) => Object.fromEntries(Object.entries(acs).map(([key, ac]) => [`AC${number}.${key}`, ac]))),
  });
const more = fc.record({
  metadata: fc.record({ description: word, tags: fc.dictionary(fc.constantFrom('x', 'y'), word) }),
  katas: fc.dictionary(fc.constantFrom('k', 'k.l', 'm'), kataCategory, { maxKeys: 2 }),
  tenka: fc.record({ US1: story(1), US2: story(2) }, { requiredKeys: [] }),
});
const scopeNames = ['s0', 's1', 's2', 's3', 's4', 's5'];

interface Family {
  readonly world: World;
  readonly more: readonly { metadata: object; katas: object; tenka: object }[];
}

/** Rules that are alike, so that one may be taken for another that was edited. */
const alike = world.map((scopes) =>
  scopes.map((scope) => ({ ...scope, commandments: scope.commandments.map(withSameWords) })),
);

function withSameWords<Category extends { readonly ruleset: readonly string[] }>(
  category: Category,
): Category {
  const ruleset = category.ruleset.map((text) =>
    /^[A-Z][a-z]+$/.test(text) ? `Keep at least ${text} of them` : text,
  );
  return { ...category, ruleset };
}

const family: fc.Arbitrary<Family> = fc.record({
  world: alike,
  more: fc.tuple(...scopeNames.map(() => more)).map((all) => [...all]),
});

/** Another family of the same words, or the same one with a scope of another: a large edit or a small one. */
const edited = fc.tuple(family, family, fc.nat(5), fc.nat(3)).map(([before, other, index, size]) => {
  if (size === 0) return { before, after: other };
  const replacement = other.world[index];
  const after = before.world.map((scope, at) => {
    const known = before.world.map(({ name }) => name);
    if (at !== index || replacement === undefined) return scope;
    const parents = replacement.parents.filter((parent) => known.includes(parent));
    return size === 1 ? { ...replacement, parents } : { ...scope, suggestions: replacement.suggestions };
  });
  return { before, after: { world: after, more: before.more } };
});

function toFiles({ world: scopes, more: others }: Family, written: Parameters<typeof filesOf>[1]): Files {
  const files = filesOf(scopes, written);
  scopes.forEach(({ name, parents }, index) => {
    const other = others[index];
    if (other === undefined) return;
    files[`${name}/metadata.yml`] = stringify({
      ...other.metadata,
      ...(parents.length > 0 && { parents }),
    });
    files[`${name}/katas.yml`] = stringify(other.katas);
    files[`${name}/tenka.yml`] = stringify({ tenka: other.tenka });
  });
  return files;
}

/** The rules folder with these files, and what it serves by scope. */
async function serve(files: Files, scopes: World) {
  const { service, rulesPath } = await testService(files);
  const bundles = new Map<string, unknown>();
  for (const { name } of scopes)
    bundles.set(name, JSON.parse(await ask(service, 'get_bundle', { scope_name: name })));
  return { rulesPath, bundles };
}

const isAbout = (scope: string) => (change: ToldChange) => change.scopes.includes(scope);

test('the told changes turn what was served into what is', async () => {
  await fc.assert(
    fc.asyncProperty(edited, style, async ({ before, after }, written) => {
      const [was, is] = [
        await serve(toFiles(before, written), before.world),
        await serve(toFiles(after, written), after.world),
      ];
      const told = await diff(was.rulesPath, [was.rulesPath, is.rulesPath]);
      const names = new Set([...was.bundles.keys(), ...is.bundles.keys()]);
      for (const name of names) {
        const changes = told.changes.filter(isAbout(name));
        const made = apply(servedIn(was.bundles.get(name)), changes);
        const served = servedIn(is.bundles.get(name));
        expect(withoutPlaces(made)).toEqual(withoutPlaces(served));
        for (const [kind, categories] of Object.entries(made.rules))
          for (const [category, { rules }] of Object.entries(categories)) {
            const others = changes.filter(
              (change) =>
                change.element === 'rule' &&
                change.kind === kind &&
                change.category === category &&
                change.op !== 'moved',
            );
            if (others.length === 0) expect(rules).toEqual(served.rules[kind]?.[category]?.rules);
          }
        expectScope(told, name, was.bundles.get(name), is.bundles.get(name), changes);
      }
      expectOnce(told);
    }),
    { numRuns: runs(12) },
  );
});

/** A scope is listed where it differs, with the number of its rules before and after. */
function expectScope(
  { scopes }: Difference,
  name: string,
  before: unknown,
  after: unknown,
  changes: readonly ToldChange[],
): void {
  const listed = scopes.find((scope) => scope.name === name);
  if (before !== undefined && after !== undefined) expect(listed !== undefined).toBe(changes.length > 0);
  if (listed === undefined) return;
  expect(listed.state).toBe(before === undefined ? 'added' : after === undefined ? 'removed' : 'changed');
  const rulesIn = (bundle: unknown) =>
    Object.values(servedIn(bundle).rules)
      .flatMap((categories) => Object.values(categories))
      .reduce((sum, { rules }) => sum + rules.length, 0);
  expect(listed.before?.rules).toBe(before === undefined ? undefined : rulesIn(before));
  expect(listed.after?.rules).toBe(after === undefined ? undefined : rulesIn(after));
}

/** No change stands in the list twice. */
function expectOnce({ changes }: Difference): void {
  const keys = changes.map(({ scopes: _, id: __, ...change }) => JSON.stringify(change));
  expect(new Set(keys).size).toBe(keys.length);
}
