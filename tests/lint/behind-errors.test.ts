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

const named = {
  'acme/commandments.yml': 'api:\n  when: Now\n  ruleset:\n    - {id: paging, rule: Page by 50}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': 'it:\n  ruleset: [Do it]\n',
  'shop/waivers.yml': ['gone', 'paging'].reduce(
    (text, rule) => `${text}  - {rule: ${rule}, reason: Later, until: 2999-01-01}\n`,
    'waivers:\n',
  ),
  'shop/evals.yml': 'evals:\n  one: {task: Do it, expect: [{rule: gone}, {rule: paging}]}\n',
};
const ofIds = ['eval-without-rule shop/evals.yml', 'waiver-without-rule shop/waivers.yml'];
const ofNames = [...ofIds, 'not-findable shop/suggestions.yml'].sort();
const seeks = (one: string) => /^(?:eval|waiver)-without-rule|^not-findable|^unknown-see/.test(one);

test.each([
  ['no file', {}, ofNames],
  ['katas', { 'acme/katas.yml': 'deploy:\n  when: Now\n  katas: 5\n' }, ofNames],
  ['stories of the scope itself', { 'shop/tenka.yml': '- 5\n' }, ofNames],
  ['a tag', { 'shop/metadata.yml': 'parent: acme\ntags:\n  team: [core]\n' }, ofNames],
  // What the mistake has taken away may be what is looked for.
  [
    'other rules',
    { 'acme/commandments.yml': 'api:\n  when: Now\n  ruleset: [{id: gone, rule: 5}]\n' },
    ['not-findable shop/suggestions.yml'],
  ],
  ['its own rules', { 'shop/suggestions.yml': 'it:\n  ruleset: [Do it, {id: gone, rule: 5}]\n' }, []],
  ['the name of the parent', { 'shop/metadata.yml': 'parent: [acme]\n' }, []],
])(
  'rules that are missing are told of beside an error in %s, as far as that is sure',
  async (_what, broken, told) => {
    const { problems } = await lint(await tempFolder({ ...named, ...broken }));
    expect(codes(problems).filter(seeks)).toEqual(told);
  },
);
