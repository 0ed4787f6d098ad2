import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const content = {
  's/commandments.yml': `
api:
  see: [errors, data, delivery, nowhere, api.http]
  ruleset: [Page]
  http: {see: [errors, group], ruleset: [Verbs]}
errors: {when: "When {{ scope.name }} fails", paths: [src/**], see: [api], ruleset: [Name it]}
empty: {when: Nobody knows, ruleset: []}
group.one: {ruleset: [x]}
`,
  's/suggestions.yml': `
api: {see: [data, empty, more.a, more.b, more.c], ruleset: [Ask]}
data: {when: When storing, ruleset: [Bind]}
more: {a: {ruleset: [x]}, b: {ruleset: [x]}, c: {ruleset: [x]}}
`,
  's/katas.yml': `
api: {see: [errors], katas: {add: 1. Add.}}
delivery: {see: [data], when: When shipping, katas: {ship: 1. Ship.}}
`,
};
const read = async (
  categories: string | undefined,
  settings = {},
  format: 'markdown' | 'json' = 'markdown',
) => {
  const { service } = await testService(content, settings);
  return ask(service, 'get_rules', { scope_name: 's', ...(categories && { categories }) }, format);
};
const links = (text: string) => text.split('\nSee also:\n')[1];

test('rules end with an index line of each category that they link to, five at most, in the order of the links', async () => {
  const text = await read('api', { rules_markdown_epilogue: 'The end.' });
  expect(links(text)).toBe(`
- \`errors\`: When s fails (\`src/**\`)
- \`data\`: When storing
- \`delivery\`: When shipping (katas only) — katas: \`ship\`
- \`group\`
- \`more.a\`

The end.
`);
});

test.each([
  ['that was asked for too', 'api.http,errors', '\n- `group`\n- `api` — katas: `add`\n'],
  ['of a category of katas alone', 'delivery', '\n- `data`: When storing\n'],
  ['of a category without any', 'data', undefined],
  ['where everything is there', undefined, undefined],
])('but none %s', async (_, categories, shown) => {
  expect(links(await read(categories))).toBe(shown);
});

test('they follow the settings of the index, and are in no JSON', async () => {
  expect(await read('delivery', { index_katas: false })).not.toContain('katas:');
  expect(links(await read('api', { index_katas: false }))).toContain(
    '- `delivery`: When shipping (katas only)\n',
  );
  expect(Object.keys(JSON.parse(await read('api', {}, 'json')))).toEqual([
    'metadata',
    'commandments',
    'suggestions',
  ]);
});
