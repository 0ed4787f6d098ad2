import fc from 'fast-check';
import { ask } from '../support/ask.ts';
import { type TestService, testService } from '../support/service.ts';

/** What tests look at in an answer of find_guidance. */
export interface Found {
  readonly for_files: readonly Entry[];
  readonly results: readonly Entry[];
  readonly more: number;
}

interface Entry {
  readonly category: string;
  readonly score: number;
}

export const namesOf = (entries: readonly Entry[]): string[] => entries.map(({ category }) => category);

/** What `find_guidance` answers, as JSON text. */
export async function find(
  { service }: Pick<TestService, 'service'>,
  input: Readonly<Record<string, unknown>>,
): Promise<Found & { readonly text: string }> {
  const text = await ask(service, 'find_guidance', { scope_name: 's', ...input });
  return { ...(JSON.parse(text) as Found), text };
}

/** A category of a random world. */
export interface WorldCategory {
  readonly name: string;
  readonly when: string | null;
  readonly paths: readonly string[];
  readonly rules: readonly string[];
  readonly kata: { readonly when: string | null; readonly paths: readonly string[] } | null;
}

const categoryNames = [
  'api',
  'api.http',
  'api.errors',
  'data',
  'data.sql',
  'ui',
  'ui.forms',
  'ui.forms.dates',
  'ops.logs',
  'ops.alerts',
];
/** Words that are their own stems, and of which none is a stem of another. */
const words = [
  'zebra',
  'lantern',
  'copper',
  'walnut',
  'harbor',
  'velvet',
  'monsoon',
  'quartz',
  'pepper',
  'tundra',
];
/** Each glob with the files of `files` that it means. */
const globs: Readonly<Record<string, readonly string[]>> = {
  'src/api/**': ['src/api/orders.ts', 'src/api/v2/pay.sql'],
  '*.sql': ['src/api/v2/pay.sql', 'db/one.sql'],
  'ui/*.{ts,tsx}': ['ui/form.tsx'],
  'none/**': [],
};
const files = ['src/api/orders.ts', 'src/api/v2/pay.sql', 'db/one.sql', 'ui/form.tsx', 'README'];

const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(' '));
const paths = fc.subarray(Object.keys(globs), { maxLength: 2 });
const category = fc.record({
  name: fc.constantFrom(...categoryNames),
  when: fc.option(text),
  paths,
  rules: fc.array(text, { maxLength: 3 }),
  kata: fc.option(fc.record({ when: fc.option(text), paths }), { freq: 3 }),
});

export const world: fc.Arbitrary<readonly WorldCategory[]> = fc.uniqueArray(category, {
  selector: ({ name }) => name,
  minLength: 2,
  maxLength: 8,
});
export const task: fc.Arbitrary<string> = text;
export const someFiles: fc.Arbitrary<string> = fc
  .subarray(files, { minLength: 1 })
  .map((some) => some.join(', '));

/** The files of a scope with these categories; those without rules are of katas alone. */
function filesOf(scope: string, categories: readonly WorldCategory[]): Record<string, string> {
  const rules = categories.map(({ name, when, paths: about, rules: ruleset }) => [
    name,
    { when, paths: about, ruleset },
  ]);
  const katas = categories.flatMap(({ name, kata }) =>
    kata === null ? [] : [[name, { katas: { go: { ...kata, procedure: '1. Go.' } } }]],
  );
  return {
    [`${scope}/commandments.yml`]: JSON.stringify(Object.fromEntries(rules)),
    [`${scope}/katas.yml`]: JSON.stringify(Object.fromEntries(katas)),
  };
}

/** A service over a scope `s` with these categories. */
export function worldService(
  categories: readonly WorldCategory[],
  values: Parameters<typeof testService>[1] = {},
): Promise<TestService> {
  return testService(filesOf('s', categories), values);
}

/** The categories that answers can name: those with rules or katas. */
export function fetchable(categories: readonly WorldCategory[]): WorldCategory[] {
  return categories.filter(({ rules, kata }) => rules.length > 0 || kata !== null);
}

/** The categories that are about one of the files. */
export function aboutFiles(categories: readonly WorldCategory[], given: string): string[] {
  const asked = given.split(', ');
  return fetchable(categories)
    .filter(({ paths: own, kata }) =>
      [...own, ...(kata?.paths ?? [])].some((glob) => globs[glob]?.some((file) => asked.includes(file))),
    )
    .map(({ name }) => name);
}

/** The categories that share a word with a task. */
export function sharing(categories: readonly WorldCategory[], given: string): string[] {
  const asked = new Set(given.split(' '));
  return fetchable(categories)
    .filter(({ when, rules, kata }) =>
      [when, ...rules, kata?.when].some((one) => one?.split(' ').some((word) => asked.has(word))),
    )
    .map(({ name }) => name);
}
