import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/model/text/tokens.ts';
import { ask } from '../support/ask.ts';
import { type TestService, testService } from '../support/service.ts';

const long = `When ${'far '.repeat(60)}down`;
const content = {
  'shop/metadata.yml': 'description: The shop\n',
  'shop/commandments.yml': `
api:
  errors: {when: When an endpoint can answer with an error, paths: ["*.problem.json"], ruleset: [Answer problems]}
  http:
    when: "When adding, or\\n  changing one"
    tags: [web, http]
    paths: [src/api/**, "*.yaml"]
    ruleset: [Page with a cursor]
dependencies: {when: When adding a package, ruleset: [Ask first]}
data: {when: When touching data, ruleset: []}
data.sql: {ruleset: [Bind values]}
gone: {when: When nothing is left, ruleset: []}
`,
  'shop/suggestions.yml': `
api.http: {when: Never shown, paths: [src/api/**, lib/**], ruleset: [Name it well]}
api.deep.deeper.deepest: {when: ${long}, ruleset: [Down here]}
`,
  'shop/katas.yml': `
api.http:
  when: Never shown either
  katas: {add-an-endpoint: 1. Add it., drop-it: {paths: [gone/**], procedure: 1. Drop it.}}
delivery: {when: When shipping, katas: {ship: "1. Ship {{ scope.name }}.", fly: {when: When away, procedure: 1. Fly.}}}
`,
  'flat/commandments.yml': 'one: {ruleset: [x]}\ntwo: {ruleset: [y]}\n',
  'katas/katas.yml': 'one.two: {katas: {three: 1. Go.}}\n',
};
const shop = { scope_name: 'shop' };

const markdown = (on: TestService, input: Readonly<Record<string, unknown>> = shop) =>
  ask(on.service, 'get_category_index', input, 'markdown');
const json = async (on: TestService, input: Readonly<Record<string, unknown>> = shop) =>
  JSON.parse(await ask(on.service, 'get_category_index', input));
/** The lines of the tree. */
const tree = (text: string) => text.split('\n').filter((line) => /^ *- /.test(line));
const about = (text: string) => estimateTokens(text).toLocaleString('en-US');

describe('the tree', () => {
  test('has each segment once, and a `when` only where the category has its own', async () => {
    const on = await testService(content);
    const all = about(await ask(on.service, 'get_rules', shop, 'markdown'));
    expect(await markdown(on)).toBe(`# Index of rule categories for scope shop

The shop

- \`api\`
  - \`deep\`
    - \`deeper\`
      - \`deepest\`: ${long}
  - \`errors\`: When an endpoint can answer with an error (\`*.problem.json\`)
  - \`http\`: When adding, or changing one (\`src/api/**\`, \`*.yaml\`, \`lib/**\`) — katas: \`add-an-endpoint\`, \`drop-it\` (\`gone/**\`)
- \`data\`: When touching data
  - \`sql\`
- \`delivery\`: When shipping (katas only) — katas: \`ship\`, \`fly\`
- \`dependencies\`: When adding a package

Join the names by dots (\`api.deep.deeper.deepest\`). Asking for a category includes its sub-categories. All rules: about ${all} tokens.
`);
  });

  test('shows tags, and no katas, where settings say so', async () => {
    const lines = tree(await markdown(await testService(content, { index_tags: true, index_katas: false })));
    expect(lines).toContain(
      '  - `http`: When adding, or changing one (`src/api/**`, `*.yaml`, `lib/**`) <tags>http; web</tags>',
    );
    expect(lines).toContain('- `delivery`: When shipping (katas only)');
    expect(lines.join()).not.toContain('katas:');
  });

  test('of names without dots needs no joining; without rules there is no sum of them', async () => {
    const on = await testService(content);
    expect(await markdown(on, { scope_name: 'flat' })).toMatch(
      /\n- `one`\n- `two`\n\nAsking for a category includes its sub-categories\. All rules: about 16 tokens\.\n$/,
    );
    expect(await markdown(on, { scope_name: 'katas' })).toMatch(
      /\n- `one`\n {2}- `two` \(katas only\) — katas: `three`\n\nJoin the names by dots \(`one\.two`\)\. Asking for a category includes its sub-categories\.\n$/,
    );
  });

  test('holds the categories that were asked for, and none but theirs', async () => {
    const on = await testService(content);
    const text = await markdown(on, { ...shop, categories: 'data,api.deep' });
    expect(tree(text)).toEqual([
      '- `api`',
      '  - `deep`',
      '    - `deeper`',
      `      - \`deepest\`: ${long}`,
      '- `data`: When touching data',
      '  - `sql`',
    ]);
    const rules = await ask(on.service, 'get_rules', { ...shop, categories: 'data,api.deep' }, 'markdown');
    expect(text).toContain(` These rules: about ${about(rules)} tokens. All rules: about `);
    const none = await markdown(on, { ...shop, categories: 'nothing' });
    expect(none).toContain('\n\nNo category matches. The index of the whole scope names them all.\n');
    const some = await markdown(on, { ...shop, categories: 'api.htp,gone,data' });
    expect(some).toContain(
      '\n- `data`: When touching data\n  - `sql`\n\n- there is no category `api.htp`; the nearest are `api.http`',
    );
    expect(some).toContain('\n- `gone` has no rules\n\nJoin');
    expect(await json(on, { ...shop, categories: 'nothing' })).toMatchObject({
      commandments: [],
      suggestions: [],
      katas: [],
    });
  });
});

test('JSON has katas too, and of each entry its tokens, paths and links', async () => {
  const data = await json(await testService(content));
  expect(data.commandments[1]).toEqual({
    category: 'api.http',
    when: 'When adding, or\n  changing one',
    rule_count: 1,
    tags: ['web', 'http'],
    tokens: estimateTokens('Page with a cursor'),
    paths: ['src/api/**', '*.yaml'],
    see: [],
  });
  expect(data.suggestions).toMatchObject([{ paths: ['src/api/**', 'lib/**'] }, { when: long }]);
  expect(data.commandments[4]).toMatchObject({ category: 'data.sql', when: 'When touching data' });
  expect(data.katas).toEqual([
    {
      category: 'api.http',
      when: 'Never shown either',
      katas: [
        { name: 'add-an-endpoint', when: null },
        { name: 'drop-it', when: null },
      ],
      tokens: estimateTokens('1. Add it.\n1. Drop it.'),
      paths: [],
      see: [],
    },
    {
      category: 'delivery',
      when: 'When shipping',
      katas: [
        { name: 'ship', when: null },
        { name: 'fly', when: 'When away' },
      ],
      tokens: estimateTokens('1. Ship shop.\n1. Fly.'),
      paths: [],
      see: [],
    },
  ]);
});

test('what fails in texts that only JSON, or nobody, is shown is not reported in Markdown', async () => {
  const on = await testService(
    {
      's/commandments.yml': 'a: {ruleset: ["{{ gone }}"]}\n',
      's/katas.yml': 'b: {katas: {c: {when: "{{ away }}", procedure: "{{ lost }}"}}}\n',
    },
    { default_category_description: '{{ nowhere }}' },
  );
  const text = await markdown(on, { scope_name: 's' });
  expect(text).toMatch(/^# Index/);
  expect(text).not.toContain('Template Failures');
  const { template_failures } = await json(on, { scope_name: 's' });
  expect(template_failures.map((one: { variable_name: string }) => one.variable_name)).toEqual([
    'nowhere',
    'away',
  ]);
});

describe('folding', () => {
  const folded = async (index_max_tokens: number, categories?: string) =>
    markdown(await testService(content, { index_max_tokens }), {
      ...shop,
      ...(categories && { categories }),
    });

  test('takes the deepest levels first, keeps each `when`, and says how to go on', async () => {
    const whole = await folded(0);
    expect(await folded(estimateTokens(whole))).toBe(whole);
    const less = await folded(estimateTokens(whole) - 1);
    expect(tree(less)).toEqual(
      tree(whole)
        .filter((line) => !line.includes('deepest'))
        .map((line) => (line.includes('deeper') ? '    - `deeper` (1 category)' : line)),
    );
    expect(less).toContain(
      ' A name with a number of categories is folded: ask for the index of `categories` `api.deep.deeper` to open it. All rules:',
    );
    expect(tree(await folded(1))).toEqual([
      '- `api` (3 categories)',
      '- `data`: When touching data (1 category)',
      '- `delivery`: When shipping (katas only) — katas: `ship`, `fly`',
      '- `dependencies`: When adding a package',
    ]);
  });

  test('leaves open what was asked for', async () => {
    expect(tree(await folded(1, 'api'))).toEqual([
      '- `api`',
      '  - `deep` (1 category)',
      '  - `errors`: When an endpoint can answer with an error (`*.problem.json`)',
      '  - `http`: When adding, or changing one (`src/api/**`, `*.yaml`, `lib/**`) — katas: `add-an-endpoint`, `drop-it` (`gone/**`)',
    ]);
  });

  test('JSON is never folded', async () => {
    expect(await json(await testService(content, { index_max_tokens: 1 }))).toEqual(
      await json(await testService(content)),
    );
  });
});

test('every category with something to fetch can be read from the tree, whatever there is, and nothing else', async () => {
  const key = fc
    .array(fc.constantFrom('a', 'b', 'c1', 'd-e', '10', '9'), { minLength: 1, maxLength: 4 })
    .map((segments) => segments.join('.'));
  const category = fc.record({ key, isEmpty: fc.boolean(), when: fc.boolean() });
  const list = fc.uniqueArray(category, { selector: (one) => one.key, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(list, list, fc.integer({ min: 0, max: 60 }), async (rules, katas, index_max_tokens) => {
      const write = (all: typeof rules, field: string, item: unknown, none: unknown) =>
        JSON.stringify(
          Object.fromEntries(
            all.map((one) => [
              one.key,
              { ...(one.when && { when: `When ${one.key}` }), [field]: one.isEmpty ? none : item },
            ]),
          ),
        );
      const files = {
        's/suggestions.yml': write(rules, 'ruleset', ['x'], []),
        's/katas.yml': write(katas, 'katas', { k: 'x' }, {}),
      };
      const input = { scope_name: 's' };
      const text = await markdown(await testService(files), input);
      const path: string[] = [];
      const keys = tree(text).map((line) => {
        const [, indent = '', name = ''] = /^( *)- `([^`]+)`/.exec(line) ?? [];
        path.splice(indent.length / 2, path.length, name);
        return path.join('.');
      });
      const wanted = [...rules, ...katas].filter(({ isEmpty }) => !isEmpty).map((one) => one.key);
      const withAncestors = wanted.flatMap((one) =>
        one.split('.').map((_, at, all) => all.slice(0, at + 1).join('.')),
      );
      expect(keys).toEqual([...new Set(keys)]);
      expect(new Set(keys)).toEqual(new Set(withAncestors));
      // Folded or not, the top level stands, and numbers stand for what is not shown.
      const short = tree(await markdown(await testService(files, { index_max_tokens }), input));
      expect(short.filter((line) => line.startsWith('- '))).toHaveLength(
        new Set(wanted.map((one) => one.split('.')[0])).size,
      );
    }),
    { numRuns: 25 },
  );
});
