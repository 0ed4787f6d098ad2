import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { asked, json, type Rules, reader, rulesOf, startServer, startStub, texts } from './servers.ts';

/** A server of the older wire format, to the letter: metadata with a parent, null for empty lists, no bundle, no vision. */
const older: Readonly<Record<string, unknown>> = {
  '/api/v1/scopes': ['shop', 'base'],
  '/api/v1/scopes/shop/rules?debug=true': {
    metadata: { name: 'shop', description: 'An older shop', parent: 'base', tags: { team: 'old' } },
    commandments: {
      'a.b': { when: null, tags: null, rules: ['Old one', 'Owner {{ scope.tags.team }} in {{ REGION }}'] },
      a: { when: 'When A', tags: ['x'], rules: null },
      empty: null,
    },
    suggestions: null,
  },
  '/api/v1/scopes/shop/katas?debug=true': {
    scope_name: 'shop',
    categories: { 'a.b': ['release', 'gone', 'constructor'], none: null },
  },
  '/api/v1/scopes/shop/katas/release?category=a.b&debug=true': {
    name: 'release',
    category: 'a.b',
    when: 'When green',
    procedure: '1. Tag in {{ REGION }}.',
  },
};

const startOlder = (content: Readonly<Record<string, unknown>> = older) =>
  startStub(json((path: string) => content[path]));

describe('a master of the older wire format', () => {
  test('gives its rules and katas; its parent is passed over', async () => {
    const stub = await startOlder();
    const own = await reader([stub.url], { 'shop/suggestions.yml': 's:\n  ruleset: [Local]\n' });
    const rules = await rulesOf(own, 'shop', true);
    expect(rules.metadata).toMatchObject({
      description: 'An older shop',
      parent: null,
      tags: { team: 'old' },
      sources: ['local', stub.url],
    });
    expect(texts(rules.commandments)).toEqual({
      a: [],
      'a.b': ['Old one', 'Owner {{ scope.tags.team }} in {{ REGION }}'],
    });
    expect(rules.commandments.a).toMatchObject({ when: 'When A', tags: ['x'] });
    expect(texts(rules.suggestions)).toEqual({ s: ['Local'] });
    const list = await asked(own, 'get_katas', { scope_name: 'shop' });
    expect(list).toEqual({ scope_name: 'shop', categories: { 'a.b': ['release'] } });
    const kata = await ask(
      own.service,
      'get_kata',
      { scope_name: 'shop', kata_name: 'release', debug: true },
      'markdown',
    );
    expect(kata).toBe('1. Tag in {{ REGION }}.\n');
    expect(await asked(own, 'list_scopes', {})).toEqual(['base', 'shop']);
    expect(rules.unavailable).toBeUndefined();
    expect(own.logged.filter((line) => line.includes(stub.url))).toEqual([]);
    expect(stub.seen.every(({ headers }) => headers.accept === 'application/json')).toBe(true);
  });

  test('may write any scalar for a tag, which stands for its text', async () => {
    const tags = { team: 'old', tier: 2, live: true, since: 1.5, nothing: null };
    const category = { when: null, tags: ['http', 2, false], rules: ['In tier {{ scope.tags.tier }}'] };
    const stories = [{ id: 'US1', who: 'a', what: 'b', why: 'c', tags: [3, true], acs: [] }];
    const stub = await startOlder({
      '/api/v1/scopes/shop/rules?debug=true': {
        metadata: { name: 'shop', tags },
        commandments: { a: category },
        suggestions: {},
      },
      '/api/v1/scopes/shop/tenka/stories?include_inactive=true': { stories },
    });
    const own = await reader([stub.url], {});
    const { metadata, commandments } = await rulesOf(own);
    expect(metadata.tags).toEqual({ team: 'old', tier: '2', live: 'true', since: '1.5', nothing: '' });
    expect(commandments.a).toMatchObject({ tags: ['http', '2', 'false'], rules: ['In tier 2'] });
    expect(await asked(own, 'get_user_stories', { scope_name: 'shop' })).toMatchObject({
      stories: [{ tags: ['3', 'true'] }],
    });
  });

  test('is asked for a bundle once, and for what the next scope needs at once', async () => {
    const stub = await startOlder();
    const own = await reader([stub.url], {});
    await rulesOf(own);
    await expect(rulesOf(own, 'base')).rejects.toMatchObject({ code: 'scope-not-found' });
    expect(stub.seen.filter(({ path }) => path.endsWith('/bundle'))).toHaveLength(1);
  });

  test('may answer in another type, or not at all, where it offers nothing', async () => {
    const rulesPath = '/api/v1/scopes/shop/rules?debug=true';
    const stub = await startStub((request, response) => {
      const path = request.url ?? '';
      if (path === rulesPath) return json(older[rulesPath])(request, response);
      if (path.includes('tenka/stories')) response.writeHead(200, { 'Content-Type': 'text/markdown' });
      else response.writeHead(path.includes('katas') ? 406 : 404);
      return response.end('# Stories');
    });
    const own = await reader([stub.url]);
    expect(Object.keys((await rulesOf(own)).commandments)).toEqual(['a', 'a.b', 'local']);
  });

  test('has no part while a kata cannot be had: a failure is not taken for an empty list', async () => {
    const stub = await startStub((request, response) => {
      const body = older[request.url ?? ''];
      if (request.url?.includes('/katas/')) response.writeHead(500).end();
      else json(body)(request, response);
    });
    const own = await reader([stub.url]);
    expect((await rulesOf(own)).unavailable).toMatchObject([{ url: stub.url, reason: 'it answered 500' }]);
  });

  test('gives vision where it offers it as JSON', async () => {
    const stub = await startOlder({
      ...older,
      '/api/v1/scopes/shop/tenka/stories?include_inactive=true': {
        stories: [
          { id: 'US1', who: 'a', what: 'b', why: 'c', tags: null, status: 'validated', acs: ['AC1.1'] },
        ],
      },
      '/api/v1/scopes/shop/tenka/acs?include_inactive=true': {
        // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
        acs: [{ ref: 'AC1.1', story: 'US1', given: 'g', when: 'w', then: 't', status: 'validated' }],
      },
    });
    const own = await reader([stub.url], {});
    expect(await asked(own, 'get_acceptance_criteria', { scope_name: 'shop' })).toMatchObject({
      acs: [{ ref: 'AC1.1', status: 'validated', automation: 'automated' }],
    });
  });

  test.each([
    ['a key of several lines', { 'a\n# b': { when: null, tags: [], rules: ['x'] } }],
    ['rules that are no texts', { a: { when: null, tags: [], rules: [1] } }],
  ])('is checked like any other: %s', async (_, commandments) => {
    const metadata = { name: 'shop' };
    const stub = await startOlder({
      '/api/v1/scopes/shop/rules?debug=true': { metadata, commandments, suggestions: {} },
    });
    const own = await reader([stub.url]);
    const rules = await rulesOf(own);
    expect(Object.keys(rules.commandments)).toEqual(['local']);
    expect(rules.unavailable).toMatchObject([{ reason: expect.stringContaining('wrong shape') }]);
  });
});

describe('our server as the master of an older client', () => {
  const content = {
    'base/commandments.yml': 'a:\n  ruleset: [Base]\n',
    'shop/metadata.yml': 'description: Shop\nparent: base\n',
    'shop/commandments.yml':
      'z.y.x:\n  ruleset: ["{{ RAW }}"]\nz:\n  when: When Z\n  ruleset: [Z]\nz.y:\n  ruleset: [Y]\n',
    'shop/katas.yml': 'k:\n  katas:\n    release: "1. {{ RAW }}"\n',
  };

  test('shows what is inherited with a parent of null, no null lists, categories before sub-categories, raw', async () => {
    const { url } = await startServer(content);
    const get = (path: string) =>
      fetch(`${url}/api/v1/scopes${path}`, { headers: { Accept: 'application/json' } });
    const rules = (await (await get('/shop/rules?debug=true')).json()) as Rules;
    expect(rules.metadata.parent).toBe(null);
    // An older client adds what they name once more, or refuses the scope for an empty list.
    expect(rules.metadata).not.toHaveProperty('parents');
    expect(Object.keys(rules.commandments)).toEqual(['a', 'z', 'z.y', 'z.y.x']);
    expect(rules.suggestions).toEqual({});
    for (const group of Object.values(rules.commandments)) {
      expect(Array.isArray(group.tags) && Array.isArray(group.rules)).toBe(true);
    }
    expect(rules.commandments['z.y.x']?.rules).toEqual(['{{ RAW }}']);
    expect(await (await get('')).json()).toEqual(['base', 'shop']);
    expect(await (await get('/shop/katas?debug=true')).json()).toMatchObject({
      categories: { k: ['release'] },
    });
    expect(await (await get('/shop/katas/release?debug=true')).json()).toMatchObject({
      procedure: '1. {{ RAW }}',
    });
    expect((await get('/nowhere/rules?debug=true')).status).toBe(404);
  });
});
