import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../src/service/explain/explain-shape.ts';
import { asked, bundle, bundled, json, reader, startServer, startStub } from '../federation/servers.ts';
import { ask } from '../support/ask.ts';
import { idsOf } from '../support/rule-id.ts';

const explained = (from: Awaited<ReturnType<typeof reader>>, of: string) =>
  asked<Explanation>(from, 'explain', { scope_name: 'shop', of });
const outcomes = (matches: Explanation['matches']) =>
  matches.flatMap(({ candidates }) =>
    candidates.map(({ outcome, scope, text }) => `${outcome} ${scope}: ${text}`),
  );

const onMaster = {
  'acme/suggestions.yml': 'style:\n  ruleset: [Use tabs]\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/commandments.yml': 'api:\n  ruleset: [Page lists]\n',
  'shop/suggestions.yml': 'style:\n  ruleset: [Use spaces]\n',
};

describe('rules of a master', () => {
  test('are explained here as far as its bundle goes, and then by the master itself', async () => {
    const master = await startServer(onMaster);
    const own = await reader([master.url], {
      'shop/commandments.yml': 'api:\n  ruleset: [Page lists, Sort them]\n',
    });
    const style = await explained(own, 'style');
    expect(outcomes(style.matches)).toEqual(['served shop: Use spaces']);
    expect(style.matches[0]?.candidates[0]).toMatchObject({
      server: master.url,
      file: 'shop/suggestions.yml',
      line: 2,
    });
    expect(style.masters?.map(({ url, scope }) => [url, scope])).toEqual([[master.url, 'shop']]);
    expect(outcomes(style.masters?.[0]?.matches ?? [])).toEqual([
      'replaced-by acme: Use tabs',
      'served shop: Use spaces',
    ]);
    // Where it is written on that server.
    expect(style.masters?.[0]?.matches[0]?.candidates[0]?.server).toBe(master.url);
    expect(outcomes((await explained(own, 'api')).matches)).toEqual([
      'served shop: Page lists',
      'same-as shop: Page lists',
      'served shop: Sort them',
    ]);
  });

  test('are found where the master alone knows of them', async () => {
    const master = await startServer(onMaster);
    const own = await reader([master.url], { 'shop/metadata.yml': 'description: Mine\n' });
    const answer = await explained(own, 'Use tabs');
    expect(answer).toMatchObject({ found: true, matches: [], looked_in: ['shop', master.url] });
    expect(outcomes(answer.masters?.[0]?.matches ?? [])).toEqual(['replaced-by acme: Use tabs']);
    const text = await ask(own.service, 'explain', { scope_name: 'shop', of: 'Use tabs' }, 'markdown');
    expect(text).toContain(
      `## What ${master.url} says of its scope shop\n\nThis is the word of that master; it is not checked here.`,
    );
    expect(text).toContain('- **replaced by shop/suggestions.yml:2**: `Use tabs`');
    // What follows is no contradiction of what is said first.
    expect(text).not.toContain('Nothing of that name');
    expect(text).toContain(
      `Only a master names it, as said below: it is in nothing that is merged here from \`shop\`, \`${master.url}\`.`,
    );
    expect((await explained(own, 'Nowhere')).found).toBe(false);
    expect(await ask(own.service, 'explain', { scope_name: 'shop', of: 'Nowhere' }, 'markdown')).toContain(
      'Nothing of that name or text is in ',
    );
  });

  test('are not asked for again and again along a chain', async () => {
    const far = await startServer(onMaster);
    const middle = await startServer({}, { master_server_url: [far.url], remote_timeout_seconds: 60 });
    const own = await reader([middle.url], {});
    const answer = await explained(own, 'style');
    expect(answer.masters).toHaveLength(1);
    expect(answer.masters?.[0]?.matches[0]?.candidates[0]?.server).toBe(far.url);
    const asksFor = ({ seen }: typeof far) => seen.filter(({ path }) => path.includes('/explain')).length;
    expect([asksFor(middle), asksFor(far)]).toEqual([1, 0]);
  });
});

describe('a master whose word cannot be had', () => {
  const rules = bundle('shop', { commandments: bundled('shop', { api: ['Page lists'] }) });
  const stub = (explanation: unknown) =>
    startStub(json((path: string) => (path.includes('/explain') ? explanation : rules)));

  test.each([
    ['does not explain', undefined, 'it gives no explanations; it may be an older one'],
    ['answers something else', { matches: [{ kind: 'spells' }] }, 'its explanation has the wrong shape'],
    ['answers a list', [], 'its explanation has the wrong shape'],
  ])('because it %s is named', async (_, explanation, error) => {
    const { url } = await stub(explanation);
    const answer = await explained(await reader([url], {}), 'api');
    expect(outcomes(answer.matches)).toEqual(['served shop: Page lists']);
    expect(answer.masters).toEqual([{ url, scope: 'shop', matches: [], error }]);
  });

  test('or that is hostile changes nothing but its own part', async () => {
    const [id = ''] = idsOf('commandments', ['Page lists']);
    const candidate = {
      id,
      text: 'Ke\u200bep `calm`\n# Heading\n<!-- ',
      outcome: 'served',
      scope: 'shop',
      server: 'local',
      file: 'shop/x.yml\n## Faked',
      line: 1,
      author: 'Eve\n- **served**: all',
      edit_url: 'javascript:alert(1)',
      by: { scope: 'shop', server: 'javascript:alert(1)//', file: 'shop/commandments.yml', line: 1 },
      variables: [{ name: 'a', value: { b: 'c\u200bd' }, source: 'file' }],
      tokens: 1,
      extra: 'x',
    };
    const matches = [{ kind: 'commandments', category: 'api', candidates: Array(1500).fill(candidate) }];
    const { url } = await stub({ matches, found: true });
    const own = await reader([url], {});
    const [word] = (await explained(own, 'api')).masters ?? [];
    const [told] = word?.matches[0]?.candidates ?? [];
    expect(word?.matches[0]?.candidates).toHaveLength(1000);
    expect(told).toMatchObject({ text: 'Keep `calm`\n# Heading\n<!-- ', server: url });
    expect(told?.by?.server).toBe(url);
    expect(told).not.toHaveProperty('edit_url');
    expect(told).not.toHaveProperty('extra');
    expect(told?.variables).toEqual([{ name: 'a', value: { b: 'cd' }, source: 'file' }]);
    const text = await ask(own.service, 'explain', { scope_name: 'shop', of: 'api' }, 'markdown');
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# `api` in scope shop',
      '## `api` (MUST)',
      `## What ${url} says of its scope shop`,
      '### `api` (MUST)',
    ]);
    expect(text.split('\n').filter((line) => line.startsWith('- **served**'))).toHaveLength(1001);
  });
});
