import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf, problemOf } from '../http/client.ts';
import { type KataBody, library, oddNames, shipItSource, shipItSteps, shopIndex } from './content.ts';

const json = { accept: 'application/json' };
const markdown = { accept: 'text/markdown' };
const mermaid = { accept: 'text/vnd.mermaid' };
const odd = ['a b', 'a/b', '100%', 'ä?#&', 'a%2Fb', '..', 'roll-back'];

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(library);
});
const get = (path: string, headers?: Record<string, string>) =>
  client.get(`/api/v1/scopes/shop/katas${path}`, headers);

describe('the kata index', () => {
  const none = (...names: string[]) => names.map((name) => ({ name, when: null }));
  const always = 'These rules apply at all times';
  const flaky = { name: 'hunt-a-flaky-test', when: 'When a test fails and passes on the same commit' };

  test('in JSON, by default: each category before its sub-categories, with the `when` that counts', async () => {
    const response = await get('/index');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      scope_name: 'shop',
      categories: [
        { category: 'testing', when: always, katas: [flaky] },
        { category: 'delivery', when: 'When shop ships', katas: none('plan') },
        {
          category: 'delivery.release',
          when: 'When shop ships',
          katas: [
            { name: 'cut-release', when: 'When somebody says so' },
            { name: 'roll-back', when: null },
            { name: 'ship-it', when: 'When a build is ready' },
          ],
        },
        { category: 'delivery.hotfix', when: 'When shop ships', katas: none('roll-back') },
        { category: 'odd names', when: always, katas: none(...odd) },
      ],
    });
  });

  test('in Markdown: nested, sorted by segment', async () => {
    const response = await get('/index', markdown);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(shopIndex);
  });

  test('raw: the own `when` as it is written, or null', async () => {
    for (const flag of ['true', '1']) {
      expect(await jsonOf<object>(get(`/index?debug=${flag}`))).toEqual({
        scope_name: 'shop',
        categories: [
          { category: 'testing', when: null, katas: [flaky] },
          { category: 'delivery', when: 'When {{ scope.name }} ships', katas: none('plan') },
          {
            category: 'delivery.release',
            when: null,
            katas: [
              { name: 'cut-release', when: "When {{ scope.tags.team | default('somebody') }} says so" },
              { name: 'roll-back', when: null },
              { name: 'ship-it', when: 'When a build is ready' },
            ],
          },
          { category: 'delivery.hotfix', when: null, katas: none('roll-back') },
          { category: 'odd names', when: null, katas: none(...odd) },
        ],
      });
    }
    const lines = (await (await get('/index?debug=true', markdown)).text()).split('\n');
    expect(lines).toContain('- `delivery`: When {{ scope.name }} ships');
    expect(lines).toContain('  - `release`');
  });

  test('takes no categories: they change nothing and are warned of', async () => {
    for (const categories of ['testing', '', '..', 'nothing']) {
      const response = await get(`/index?categories=${categories}`, markdown);
      expect([response.status, await response.text()]).toEqual([200, shopIndex]);
      expect(response.headers.get('x-precept-warning')).toBe('unknown query parameter "categories"');
    }
    expect((await get('/index')).headers.get('x-precept-warning')).toBeNull();
  });

  test('of a scope without katas says so', async () => {
    const response = await client.get('/api/v1/scopes/plain/katas/index', markdown);
    expect(await response.text()).toBe(
      '# Index of kata categories for scope plain\n\nThis scope has no katas.\n',
    );
  });

  test('puts a `when` of several lines on one, and keeps siblings of similar names apart', async () => {
    const other = await httpClient({
      's/katas.yml': `
a-b: {katas: {x: x}}
a: {when: "  One\\n  two ", katas: {x: {when: "Three\\nfour", procedure: x}}}
a.b: {katas: {y: y}}
ab.c: {katas: {z: z}}
`,
    });
    const text = await (await other.get('/api/v1/scopes/s/katas/index', markdown)).text();
    expect(text.split('\n').filter((line) => line.includes('- '))).toEqual([
      '- `a`: One two',
      '  - kata `x`: Three four',
      '  - `b`',
      '    - kata `y`',
      '- `a-b`',
      '  - kata `x`',
      '- `ab`',
      '  - `c`',
      '    - kata `z`',
    ]);
  });
});

describe('the list of katas', () => {
  const all = {
    testing: ['hunt-a-flaky-test'],
    delivery: ['plan'],
    'delivery.release': ['cut-release', 'roll-back', 'ship-it'],
    'delivery.hotfix': ['roll-back'],
    'odd names': odd,
  };

  test('in JSON, by default, and in Markdown', async () => {
    expect(await jsonOf<object>(get(''))).toEqual({ scope_name: 'shop', categories: all });
    expect(await jsonOf<object>(get('?debug=true'))).toEqual({ scope_name: 'shop', categories: all });
    expect(await (await get('?categories=delivery,testing', markdown)).text()).toBe(`# Katas of shop

- \`delivery\`: \`plan\`
- \`delivery.hotfix\`: \`roll-back\`
- \`delivery.release\`: \`cut-release\`, \`roll-back\`, \`ship-it\`
- \`testing\`: \`hunt-a-flaky-test\`
`);
  });

  test.each([
    ['delivery', ['delivery', 'delivery.release', 'delivery.hotfix']],
    ['delivery.release', ['delivery.release']],
    ['delivery.hotfix,testing', ['testing', 'delivery.hotfix']],
    [' testing , delivery.hotfix ', ['testing', 'delivery.hotfix']],
    ['deliver', []],
    ['Delivery', []],
    ['delivery.release.night', []],
  ])('of the categories %j', async (categories, found) => {
    const list = await jsonOf<{ categories: object }>(get(`?categories=${encodeURIComponent(categories)}`));
    expect(Object.keys(list.categories)).toEqual(found);
  });

  test('that nothing matches is empty, not an error', async () => {
    expect(await jsonOf<object>(get('?categories=nothing'))).toEqual({ scope_name: 'shop', categories: {} });
    expect(await (await get('?categories=nothing', markdown)).text()).toBe(
      '# Katas of shop\n\nNo katas match. The kata index names the categories that have katas.\n\n- there is no category `nothing`; the nearest are `testing`, `empty`, `delivery`\n',
    );
  });

  test.each(['', 'a..b', 'a,,b', 'a b', 'ä'])('refuses the filter %j', async (categories) => {
    const problem = await problemOf(await get(`?categories=${encodeURIComponent(categories)}`));
    expect([problem.status, problem.code]).toEqual([400, 'invalid-category']);
  });
});

describe('one kata', () => {
  test('in Markdown, by default: the procedure and nothing else', async () => {
    for (const accept of [undefined, '*/*', 'text/*', 'text/markdown']) {
      const response = await get('/cut-release', accept === undefined ? {} : { accept });
      expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(await response.text()).toBe('1. Tag shop.\n2. Tell #releases.\n');
    }
  });

  test('in JSON, with its trigger and where it comes from', async () => {
    const response = await get('/cut-release', json);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      name: 'cut-release',
      category: 'delivery.release',
      when: 'When somebody says so',
      procedure: '1. Tag shop.\n2. Tell #releases.\n',
      origin: { server: 'local', scope: 'company', file: 'company/katas.yml', line: 11 },
    });
  });

  test('raw, with the raw `when`', async () => {
    const raw = await jsonOf<KataBody>(get('/cut-release?debug=true', json));
    expect([raw.when, raw.procedure]).toEqual([
      "When {{ scope.tags.team | default('somebody') }} says so",
      "1. Tag {{ scope.name }}.\n2. Tell {{ TEAM_CHANNEL | default('#releases') }}.\n",
    ]);
  });

  test('that is a flowchart, as steps, as its source, and as a diagram', async () => {
    expect(await (await get('/ship-it')).text()).toBe(shipItSteps);
    expect(await (await get('/ship-it?debug=true')).text()).toBe(shipItSource);
    expect((await jsonOf<KataBody>(get('/ship-it', json))).procedure).toBe(shipItSteps);
    expect((await jsonOf<KataBody>(get('/ship-it?debug=1', json))).procedure).toBe(shipItSource);
    const diagram = await get('/ship-it', mermaid);
    expect([diagram.status, diagram.headers.get('content-type')]).toEqual([
      200,
      'text/vnd.mermaid; charset=utf-8',
    ]);
    const text = await diagram.text();
    expect(text).toMatch(/^---\ntitle: "Ship shop"\n---\nflowchart TD\n/);
    for (const part of ['Build', 'Is it green?', 'Out in eu', 'yes', 'no']) expect(text).toContain(part);
  });

  test('has no diagram where it is plain, or raw', async () => {
    for (const [path, says] of [
      ['/cut-release', /"cut-release" is no flowchart.*ask for Markdown/],
      ['/ship-it?debug=true', /"ship-it" is given as it is written.*leave debug out/],
    ] as const) {
      const problem = await problemOf(await get(path, mermaid));
      expect([problem.status, problem.code]).toEqual([406, 'not-acceptable']);
      expect(problem.detail).toMatch(says);
    }
    for (const path of ['', '/index']) expect((await get(path, mermaid)).status).toBe(406);
    expect((await get('/ship-it', { accept: 'application/yaml' })).status).toBe(406);
  });

  test('has an ETag of its own for each representation', async () => {
    const tags = await Promise.all(
      [json, markdown, mermaid].map(async (accept) => {
        const first = await get('/ship-it', accept);
        const etag = first.headers.get('etag') ?? '';
        const again = await get('/ship-it', { ...accept, 'if-none-match': etag });
        expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept']);
        return etag;
      }),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('in several categories is refused with the list of them, and answered with one', async () => {
    for (const accept of [json, markdown, mermaid]) {
      const problem = await problemOf(await get('/roll-back', accept));
      expect(problem).toMatchObject({ status: 409, code: 'ambiguous-kata' });
      expect(problem.detail).toContain('delivery.release, delivery.hotfix, odd names');
      expect(problem.detail).toContain('category');
    }
    const steps = async (category: string) =>
      (await get(`/roll-back?category=${encodeURIComponent(category)}`)).text();
    expect(await steps('delivery.release')).toBe('1. Revert.\n2. Redeploy.\n');
    expect(await steps('delivery.hotfix')).toBe('1. Ask first.\n');
    expect(await steps(' delivery.hotfix ')).toBe('1. Ask first.\n');
    expect(await steps('odd names')).toBe('1. Odd.\n');
  });

  test.each([
    ['/cut-relese', 'has no kata "cut-relese". The nearest names are: cut-release, '],
    ['/Plan', 'has no kata "Plan". The nearest names are: plan, '],
    ['/plan?category=testing', 'has no kata "plan" in category "testing". Its category is delivery.'],
    [
      '/roll-back?category=delivery',
      'in category "delivery". Its category is delivery.release, delivery.hotfix, odd names.',
    ],
    ['/plan?category=nothing', 'has no kata "plan" in category "nothing". Its category is delivery.'],
    ['/a%0Ab', 'has no kata "a\\nb". The nearest names are: '],
    [`/${'x'.repeat(400)}`, `has no kata "${'x'.repeat(200)}…". The nearest names are: `],
    ['/__proto__', 'has no kata "__proto__"'],
    ['/constructor', 'has no kata "constructor"'],
  ])('that is not there: %s', async (path, says) => {
    const problem = await problemOf(await get(path));
    expect([problem.status, problem.code]).toEqual([404, 'kata-not-found']);
    expect(problem.detail).toContain(says);
    expect(problem.detail).not.toContain('\n');
    expect(problem.detail.length).toBeLessThan(500);
  });

  test('of a scope without katas, or of no scope', async () => {
    const plain = await problemOf(await client.get('/api/v1/scopes/plain/katas/x'));
    expect([plain.code, plain.detail]).toEqual([
      'kata-not-found',
      'Scope "plain" has no kata "x". The scope has no katas.',
    ]);
    const none = await problemOf(await client.get('/api/v1/scopes/shpo/katas/plan'));
    expect([none.status, none.code]).toEqual([404, 'scope-not-found']);
  });

  test.each(['', 'a..b', 'delivery,testing', 'delivery.release.', 'a*', 'x'.repeat(10_001)])(
    'refuses the category %j',
    async (category) => {
      const problem = await problemOf(await get(`/roll-back?category=${encodeURIComponent(category)}`));
      expect([problem.status, problem.code]).toEqual([400, 'invalid-category']);
      expect(problem.detail).toMatch(/^The category cannot be read: .*one dot path/);
      expect(problem.detail.length).toBeLessThan(300);
    },
  );

  test('may be given one category only', async () => {
    const path = '/roll-back?category=delivery.release&category=delivery.hotfix';
    expect((await problemOf(await get(path))).code).toBe('invalid-parameter');
  });

  test.each(oddNames)('with the name %j is found escaped', async (name, escaped, steps) => {
    expect(await (await get(`/${escaped}`)).text()).toBe(steps);
    const body = await jsonOf<KataBody>(get(`/${escaped}?category=odd%20names`, json));
    expect([body.name, body.category]).toEqual([name, 'odd names']);
  });

  test.each([
    ['/a/b', 404, 'not-found'],
    ['/', 404, 'not-found'],
    ['/100%', 400, 'malformed-url'],
    ['/%E4', 400, 'malformed-url'],
  ])('is not found by %s', async (path, status, code) => {
    const problem = await problemOf(await get(path));
    expect([problem.status, problem.code]).toEqual([status, code]);
  });

  test('cannot be named index: that is the index, however it is escaped', async () => {
    for (const path of ['/index', '/%69ndex'])
      expect(await (await get(path, markdown)).text()).toBe(shopIndex);
    expect((await problemOf(await get('/Index'))).code).toBe('kata-not-found');
  });
});
