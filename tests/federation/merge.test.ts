import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import type { TestService } from '../support/service.ts';
import { asked, type Rules, reader, rulesOf, type Server, startServer, texts } from './servers.ts';

let region: Server;
let organisation: Server;
let shop: TestService;

beforeAll(async () => {
  region = await startServer({
    'shop/metadata.yml': 'description: Region’s shop\n',
    'shop/commandments.yml':
      'a:\n  tags: [r]\n  ruleset: [From the region, In all]\nonly.region:\n  ruleset: [R]\n',
    'shop/suggestions.yml':
      's:\n  ruleset: [Region suggests]\nt:\n  when: When T of the region\n  ruleset: [RT]\n',
    'shop/katas.yml':
      'k:\n  katas:\n    release: "1. Region."\n    shared: {when: When the region says, procedure: "1. R."}\n',
    'shop/tenka.yml':
      'tenka:\n  US1: {who: region, what: one, why: r}\n  US2: {who: region, what: two, why: r}\n',
    'regional/commandments.yml': 'g:\n  ruleset: [Regional]\n',
  });
  organisation = await startServer({
    'shop/metadata.yml': 'description: Organisation’s shop\ntags: {team: orga}\n',
    'shop/commandments.yml':
      'a:\n  when: When A of the organisation\n  tags: [o]\n  ruleset: [In all, From the organisation]\n',
    'shop/suggestions.yml':
      's:\n  when: When S of the organisation\n  tags: [os]\n  ruleset: [Organisation suggests]\nu:\n  ruleset: [OU]\n',
    'shop/katas.yml':
      'k:\n  when: When K of the organisation\n  katas:\n    audit: "1. Organisation."\n    shared: "1. O."\n',
    'shop/tenka.yml':
      'tenka:\n  US2: {who: organisation, what: two, why: o}\n  US3: {who: organisation, what: three, why: o}\n',
    'company/metadata.yml': 'description: The company\ntags: {never: inherited}\n',
    'company/commandments.yml': 'a:\n  ruleset: [From the company]\nc:\n  ruleset: [C]\n',
    'company/suggestions.yml': 's:\n  ruleset: [Company suggests]\nv:\n  ruleset: [CV]\n',
    'company/katas.yml': 'k:\n  katas:\n    release: "1. Company."\n    company: "1. C."\n',
  });
  shop = await reader([region.url, organisation.url], {
    'shop/metadata.yml': 'parents: [company, base]\n',
    'shop/commandments.yml': 'a:\n  ruleset: [From the shop, In all]\nlocal:\n  ruleset: [L]\n',
    'shop/suggestions.yml': 't:\n  ruleset: [LT]\n+u:\n  tags: [lu]\n  ruleset: [LU]\n',
    'shop/katas.yml':
      'k:\n  katas:\n    local: "1. Shop."\n    audit: {when: When local, procedure: "1. L."}\n',
    'shop/tenka.yml': 'tenka:\n  US3: {who: shop, what: three, why: s}\n',
    'base/commandments.yml': 'a:\n  ruleset: [From the base]\n',
    'base/suggestions.yml': 's:\n  ruleset: [Base suggests]\nw:\n  ruleset: [BW]\n',
  });
});

describe('a scope of two masters under a local one', () => {
  test('commandments add up: masters in list order, then what is local, parents first; each text once, at its first place', async () => {
    const { commandments } = await rulesOf(shop, 'shop', true);
    expect(texts(commandments)).toEqual({
      a: [
        'From the company',
        'From the region',
        'In all',
        'From the organisation',
        'From the base',
        'From the shop',
      ],
      c: ['C'],
      'only.region': ['R'],
      local: ['L'],
    });
    expect(commandments.a).toMatchObject({ when: 'When A of the organisation', tags: ['r', 'o'] });
  });

  test('suggestions: the first master’s category wins over later ones, `+` appends, what is local replaces, local parents too', async () => {
    const { suggestions } = await rulesOf(shop, 'shop', true);
    expect(texts(suggestions)).toEqual({
      s: ['Base suggests'],
      t: ['LT'],
      u: ['OU', 'LU'],
      v: ['CV'],
      w: ['BW'],
    });
    expect(suggestions.t?.when).toBe(null);
    // The region does not say when; the organisation is the first that does.
    const { suggestions: shared } = await rulesOf(
      await reader([region.url, organisation.url], {}),
      'shop',
      true,
    );
    expect(texts(shared).s).toEqual(['Region suggests']);
    expect(shared.s).toMatchObject({ when: 'When S of the organisation', tags: [] });
    expect(suggestions.u?.tags).toEqual(['lu']);
  });

  test('katas: by name the first master wins, local wins over all, `when` is the kata’s own', async () => {
    const answer = await asked<{ categories: { when: string; katas: unknown[] }[] }>(
      shop,
      'get_kata_category_index',
      { scope_name: 'shop' },
    );
    expect(answer.categories).toMatchObject([
      {
        when: 'When K of the organisation',
        katas: [
          { name: 'release', when: null },
          { name: 'company', when: null },
          { name: 'shared', when: 'When the region says' },
          { name: 'audit', when: 'When local' },
          { name: 'local', when: null },
        ],
      },
    ]);
    const kata = (name: string) =>
      ask(shop.service, 'get_kata', { scope_name: 'shop', kata_name: name }, 'markdown');
    expect(await Promise.all(['release', 'shared', 'audit', 'company'].map(kata))).toEqual([
      '1. Region.\n',
      '1. R.\n',
      '1. L.\n',
      '1. C.\n',
    ]);
  });

  test('stories: by id the first master wins, local wins over all', async () => {
    const { stories } = await asked<{ stories: { id: string; who: string }[] }>(shop, 'get_user_stories', {
      scope_name: 'shop',
    });
    expect(stories.map(({ id, who }) => `${id} ${who}`).sort()).toEqual([
      'US1 region',
      'US2 region',
      'US3 shop',
    ]);
  });

  test('description and tags: the first master that has them, or the local metadata alone, also where it says none', async () => {
    const without = await reader([region.url, organisation.url], {
      'shop/commandments.yml': 'l: {ruleset: [L]}\n',
    });
    expect((await rulesOf(without)).metadata).toMatchObject({
      description: 'Region’s shop',
      tags: { team: 'orga' },
      parent: null,
    });
    expect((await rulesOf(shop)).metadata).toMatchObject({ description: '', tags: {} });
    const own = await reader([region.url, organisation.url], {
      'shop/metadata.yml': 'description: Mine\ntags: {mine: "1"}\n',
    });
    expect((await rulesOf(own)).metadata).toMatchObject({ description: 'Mine', tags: { mine: '1' } });
  });

  test('sources are local and the masters that took part, in list order', async () => {
    expect((await rulesOf(shop)).metadata.sources).toEqual(['local', region.url, organisation.url]);
    expect((await rulesOf(shop, 'regional')).metadata.sources).toEqual([region.url]);
  });

  test('the list of scopes is the sorted union', async () => {
    expect(await asked(shop, 'list_scopes', {})).toEqual(['base', 'company', 'regional', 'shop']);
    const details = await asked<{ name: string; sources: string[] }[]>(shop, 'list_scopes', {
      details: true,
    });
    expect(details.find(({ name }) => name === 'company')?.sources).toEqual([organisation.url]);
  });

  test('a scope found nowhere is scope-not-found, with near names of masters', async () => {
    await expect(rulesOf(shop, 'regionel')).rejects.toMatchObject({
      code: 'scope-not-found',
      message: expect.stringContaining('regional'),
    });
  });
});

test('the order of masters is the priority', async () => {
  const turned = await reader([organisation.url, region.url], {});
  const { metadata, suggestions, commandments } = await rulesOf(turned, 'shop', true);
  expect(metadata.description).toBe('Organisation’s shop');
  expect(metadata.sources).toEqual([organisation.url, region.url]);
  expect(texts(suggestions).s).toEqual(['Organisation suggests']);
  expect(texts(commandments).a).toEqual(['In all', 'From the organisation', 'From the region']);
});

describe('bundles', () => {
  interface Bundle {
    readonly metadata: object;
    readonly commandments: Rules['commandments'];
    readonly katas: Record<string, { katas: Record<string, { origin: object }> }>;
    readonly tenka: Record<string, { origin: object }>;
  }

  test('carry everything with the origin it was written at, through a chain', async () => {
    const bundle = await asked<Bundle>(shop, 'get_bundle', { scope_name: 'shop' });
    expect(bundle).toMatchObject({ format: 1, scope_name: 'shop' });
    const origins = bundle.commandments.a?.rules.map(
      (rule) => (rule as unknown as { origin: object }).origin,
    );
    const file = (scope: string) => `${scope}/commandments.yml`;
    expect(origins).toEqual([
      { server: organisation.url, scope: 'company', file: file('company'), line: 2 },
      { server: region.url, scope: 'shop', file: file('shop'), line: 3 },
      { server: region.url, scope: 'shop', file: file('shop'), line: 3 },
      { server: organisation.url, scope: 'shop', file: file('shop'), line: 4 },
      { server: 'local', scope: 'base', file: file('base'), line: 2 },
      { server: 'local', scope: 'shop', file: file('shop'), line: 2 },
    ]);
    expect(bundle.katas.k?.katas.release?.origin).toMatchObject({ server: region.url });
    expect(bundle.tenka.US3?.origin).toMatchObject({ server: 'local', file: 'shop/tenka.yml' });
  });

  test('a category may have any name, and none becomes a prototype', async () => {
    const odd = await startServer({
      'odd/commandments.yml':
        'constructor:\n  ruleset: [C]\nprototype:\n  ruleset: [P]\n__proto__:\n  ruleset: [D]\ntoString:\n  ruleset: [T]\n',
    });
    const own = await reader([odd.url], {});
    const { commandments } = await rulesOf(own, 'odd');
    const direct = await rulesOf(odd, 'odd');
    expect(Object.keys(commandments)).toEqual(Object.keys(direct.commandments));
    expect(Object.keys(commandments)).toContain('constructor');
  });
});
