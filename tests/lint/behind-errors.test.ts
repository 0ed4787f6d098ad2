import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { lint } from './lint.ts';

const sound = {
  'acme/metadata.yml': 'description: All\ntags:\n  team: core\n',
  'acme/commandments.yml': `api:
  when: Now
  ruleset:
    - Answer as {{ missing_one }}
    - id: paging
      rule: Page by 50
      why: Since it is fast
lonely:
  see: [nowhere]
  ruleset: ["Ask {{ origin.tags.team }}"]
`,
  'acme/suggestions.yml': 'style:\n  when: Now\n  ruleset: [Use tabs, Sort imports]\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/commandments.yml': `orders:
  see: [absent, api]
  ruleset: ["Count {{ missing_two }}"]
`,
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces]\n+nothing:\n  when: Now\n  ruleset: [Add to it]\n',
};

const mandatory = sound['acme/commandments.yml'];

const codes = (problems: readonly { code: string; file: string }[]) =>
  problems.map(({ code, file }) => `${code} ${file}`).sort();

const expected = [
  'append-to-nothing shop/suggestions.yml',
  'no-when acme/commandments.yml',
  'no-when shop/commandments.yml',
  'replaces-inherited shop/suggestions.yml',
  'undefined-variable acme/commandments.yml',
  'undefined-variable shop/commandments.yml',
  'unknown-see acme/commandments.yml',
  'unknown-see shop/commandments.yml',
];

test('everything is told without an error', async () => {
  const { problems } = await lint(await tempFolder(sound));
  expect(codes(problems)).toEqual(expected);
});

test.each([
  ['a rule', { 'acme/commandments.yml': mandatory.replace('Since it is fast', '[5]') }],
  [
    'a rule of another category',
    { 'acme/commandments.yml': `${mandatory}more:\n  when: Now\n  ruleset: [[5]]\n` },
  ],
  ['a list of rules', { 'acme/katas.yml': 'deploy:\n  when: Now\n  katas: 5\n' }],
  ['stories', { 'acme/tenka.yml': '- 5\n' }],
  ['a tag', { 'acme/metadata.yml': 'description: All\ntags:\n  team: [core]\n' }],
  ['a description', { 'acme/metadata.yml': 'description: [All]\ntags:\n  team: core\n' }],
  ['the own metadata', { 'shop/metadata.yml': 'parent: acme\ndescription: [1]\n' }],
])('an error in %s hides nothing of its scope or of those below', async (_what, broken) => {
  const { problems } = await lint(await tempFolder({ ...sound, ...broken }));
  const isOwn = ({ code }: { readonly code: string }) => code === 'wrong-type' || code === 'missing-value';
  expect(problems.filter(isOwn)).not.toEqual([]);
  expect(codes(problems.filter((problem) => !isOwn(problem)))).toEqual(expected);
});

test('what an unread file may hold is not called missing', async () => {
  const { problems } = await lint(await tempFolder({ ...sound, 'acme/suggestions.yml': 'style: [\n' }));
  const told = codes(problems);
  expect(told).not.toContain('append-to-nothing shop/suggestions.yml');
  expect(told).toContain('undefined-variable shop/commandments.yml');
});

test('a category with a mistake is neither called unknown nor without a `when`', async () => {
  const files = { ...sound, 'acme/commandments.yml': mandatory.replace('when: Now', 'when: [Now]') };
  const { problems } = await lint(await tempFolder(files));
  const told = codes(problems);
  expect(told).toContain('wrong-type acme/commandments.yml');
  expect(told.filter((one) => one.startsWith('no-when'))).toHaveLength(2);
  expect(told.filter((one) => one === 'unknown-see shop/commandments.yml')).toHaveLength(1);
  expect(told).toContain('undefined-variable shop/commandments.yml');
});
