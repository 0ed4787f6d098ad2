import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLintMemory } from '../../src/lint/lint-memory.ts';
import type { LintOptions } from '../../src/lint/lint-options.ts';
import { lintRules } from '../../src/lint/lint-rules.ts';
import type { Problem } from '../../src/model/problems/problem.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { runs } from '../support/runs.ts';
import { seed } from '../support/seed.ts';

/** Enough scopes that some are left for later. */
const count = 30;
const texts = [
  'Always log request bodies of customers',
  'Never log request bodies of customers',
  'Page by 50',
  'Page lists by 20',
  'Ask {{ scope.tags.team }} first',
  "{% if scope.tags.tier == 'y' %}Ask {{ scope.tags.region }}{% endif %}",
  'In {{ scope.nme }} it is fine',
  "{% if scope.tags.tier == 'x' %}Do it{% endif %}",
  'Use {{ category.key | upprr }}',
  'Name AC1.2 in the commit',
];

/** The scopes that others inherit from, one of which is opened. */
const most = 8;
const name = fc.nat(most).map((index) => `s${index}`);
const parents: fc.Arbitrary<string[]> = fc.oneof(
  fc.constant<string[]>([]),
  name.map((one) => [one]),
  name.map((one) => [one]),
  fc.uniqueArray(name, { maxLength: 3 }),
  fc.constant<string[]>(['s1x']),
);
const scope = fc.record({
  parents,
  /** How the names of parents are written. */
  style: fc.constantFrom('plain', 'flow', 'escape', 'quoted'),
  tags: fc.nat(9).map((odds) => ['team', 'region', 'tier'].slice(odds, odds + 1)),
  isIgnoring: fc.nat(5).map((odds) => odds === 0),
  isBroken: fc.nat(15).map((odds) => odds === 0),
  category: fc.constantFrom('api', 'web'),
  when: fc.constantFrom('', '  when: Now\n'),
  plus: fc.constantFrom('', '+'),
  commandments: fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 }),
  suggestions: fc.array(fc.constantFrom(...texts), { maxLength: 2 }),
});
type Scope = typeof scope extends fc.Arbitrary<infer Value> ? Value : never;

function metadata(
  { parents: all, style, tags, isIgnoring, isBroken }: Scope,
  index: number,
  ids: string,
): string {
  // Without this nearly every scope would be on a cycle.
  const parents = all.filter((one) => isIgnoring || !(Number(one.slice(1)) >= index));
  const named = parents.map((one) =>
    style === 'escape' ? `"\\x73${one.slice(1)}"` : style === 'quoted' ? `'${one}'` : one,
  );
  const list =
    style === 'flow' ? ` [${named.join(',')}]\n` : `\n${named.map((one) => `- ${one}\n`).join('')}`;
  return [
    'description: A scope\n',
    named.length === 1 && style !== 'flow' ? `parent: ${named[0]}\n` : '',
    named.length > 1 || (named.length === 1 && style === 'flow') ? `parents:${list}` : '',
    tags.length === 0 ? '' : `tags:\n${tags.map((tag) => `  ${tag}: x\n`).join('')}`,
    isIgnoring && ids !== '' ? `lint_ignore:\n  - rules: [${ids}]\n` : '',
    isBroken ? 'open: [' : '',
  ].join('');
}

function filesOf(scopes: readonly Scope[], ids: string): Record<string, string> {
  const ruleset = ({ category, when }: Scope, plus: string, rules: readonly string[]) =>
    `${plus}${category}:\n${when}  ruleset:\n${rules.map((rule) => `    - ${JSON.stringify(rule)}\n`).join('')}`;
  return Object.fromEntries(
    scopes.flatMap((one, index) => [
      [`s${index}/metadata.yml`, metadata(one, index, ids)],
      [`s${index}/commandments.yml`, ruleset(one, '', one.commandments)],
      [`s${index}/suggestions.yml`, ruleset(one, one.plus, one.suggestions)],
    ]),
  );
}

const options: Omit<LintOptions, 'rulesPath'> = {
  scope: null,
  maxDepth: 5,
  hasMasters: false,
  severities: {},
  variables: {},
  filters: new Map(),
  pluginValues: async () => ({}),
  settings: null,
};

test('what is known of a file before the whole folder is read is a part of what lint says in the end', async () => {
  let early = 0;
  const trees = fc.array(scope, { minLength: count, maxLength: count });
  const file = fc.constantFrom('commandments', 'commandments', 'suggestions', 'metadata');
  const law = fc.asyncProperty(trees, fc.nat(most), file, async (scopes, index, kind) => {
    const rulesPath = await tempFolder(filesOf(scopes, ''));
    const [pair] = (await lintRules({ ...options, rulesPath })).filter(
      ({ code }) => code === 'contradicting-rules',
    );
    const [, ids = ''] = /rules: \[(.*?)\]/.exec(pair?.hint ?? '') ?? [];
    await writeFiles(rulesPath, filesOf(scopes, ids));

    const opened = path.posix.join(`s${index}`, `${kind}.yml`);
    const own = (problems: readonly Problem[]) => problems.filter((one) => one.file === opened);
    const said = own(await lintRules({ ...options, rulesPath }));
    const found: (readonly Problem[])[] = [];
    const first = { files: new Set([opened]), found: (one: readonly Problem[]) => void found.push(one) };
    const memory = createLintMemory();
    expect(own(await lintRules({ ...options, rulesPath, memory, first }))).toEqual(said);
    for (const problems of found) expect(said).toEqual(expect.arrayContaining([...problems]));
    expect(found.at(-1) ?? said).toEqual(said);
    if (found.length > 1) early++;
  });
  await fc.assert(law, { seed, numRuns: runs(4), endOnFailure: true });
  expect(early).toBeGreaterThan(0);
});
