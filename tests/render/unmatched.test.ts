import { beforeAll, expect, test } from 'vitest';
import { type HttpClient, httpClient, jsonOf } from '../http/client.ts';

const katas = Array.from({ length: 12 }, (_, at) => `k${at}: 1. Go.`).join(', ');

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient({
    'shop/commandments.yml':
      'api: {when: At work, ruleset: [Rule]}\napi.errors: {ruleset: [Error rule]}\ngroup: {when: "{{ nobody }}", ruleset: []}\nempty: {ruleset: ["{{ missing }}"]}\n',
    'shop/katas.yml': `delivery: {when: On release, katas: {cut-release: 1. Tag.}}\nmany: {when: Often, katas: {${katas}}}\n`,
  });
});

const markdown = async (view: string, categories: string) => {
  const path = `/api/v1/scopes/shop/${view}?categories=${categories}`;
  return (await client.get(path, { accept: 'text/markdown' })).text();
};

test('a category with katas alone says so, one that is not there has its nearest', async () => {
  expect(await markdown('rules', 'delivery')).toBe(
    '# Rules for shop\n\nNo rules match. The category index names the categories that have rules.\n\n- `delivery` has no rules, only katas (`cut-release`)\n',
  );
  expect(await markdown('rules', 'api.eror')).toMatch(
    /\n\n- there is no category `api\.eror`; the nearest are `api\.errors`, /,
  );
  expect(await markdown('rules', 'apii')).toContain('; the nearest are `api`, ');
  expect(await markdown('rules', 'many')).toMatch(/only katas \(`k0`, .*`k9` and 2 more\)\n$/);
});

test('below the rules of those that have some', async () => {
  const text = await markdown('rules', 'api.errors,delivery,nowhere,group');
  expect(text).toContain(
    '- **MUST**: Error rule\n\n- `delivery` has no rules, only katas (`cut-release`)\n- there is no category `nowhere`; the nearest are ',
  );
  expect(text).toMatch(/\n- `group` has no rules\n$/);
  expect(await markdown('rules', 'api')).not.toContain('has no');
  const many = Array.from({ length: 30 }, (_, at) => `no${at}`).join(',');
  expect(
    (await markdown('rules', many))
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toHaveLength(11);
});

test('katas likewise', async () => {
  expect(await markdown('katas', 'api,delivery')).toBe(
    '# Katas of shop\n\n- `delivery`: `cut-release`\n\n- `api` has no katas, only rules\n',
  );
  expect(await markdown('katas', 'nowhere')).toMatch(/- there is no category `nowhere`; the nearest are `/);
});

test('a scope without rules or katas says so', async () => {
  const empty = await httpClient({ 'bare/': '' });
  const textOf = async (view: string) =>
    (await empty.get(`/api/v1/scopes/bare/${view}`, { accept: 'text/markdown' })).text();
  expect(await textOf('rules')).toBe('# Rules for bare\n\nNo rules match. This scope has no rules yet.\n');
  expect(await textOf('katas')).toBe('# Katas of bare\n\nNo katas match. This scope has no katas yet.\n');
  expect(await textOf('find?task=orders')).toBe(
    '# Categories of scope bare that fit\n\nNothing fits these words well.\n\nThis scope has no rules and no katas yet.\n',
  );
});

test('a scope that lacks a parent does not say that it has none', async () => {
  const incomplete = await httpClient({ 'bare/metadata.yml': 'parent: nowhere\n' });
  for (const view of ['rules', 'katas', 'find?task=orders']) {
    const answer = await incomplete.get(`/api/v1/scopes/bare/${view}`, { accept: 'text/markdown' });
    const text = await answer.text();
    expect(text).toContain('**Incomplete:**');
    expect(text).not.toContain('yet.');
  }
});

test('JSON stays an empty answer', async () => {
  const { commandments, warnings } = await jsonOf<{ commandments: object; warnings?: unknown }>(
    client.get('/api/v1/scopes/shop/rules?categories=nowhere'),
  );
  expect([commandments, warnings]).toEqual([{}, undefined]);
});

test('only failures of texts that are shown are reported', async () => {
  // The group has no heading in Markdown, and its `when` stands in JSON.
  const text = await markdown('rules', 'api,group,empty');
  expect(text).toMatch(
    /^> \*\*Incomplete:\*\* 1 text could not be rendered: see Template Failures below\.\n/,
  );
  expect(text).toContain('### rule: empty rule #1');
  expect(text).not.toContain('nobody');
  const data = await jsonOf<{ template_failures: { element_identifier: string }[] }>(
    client.get('/api/v1/scopes/shop/rules?categories=api,group'),
  );
  expect(data.template_failures.map((one) => one.element_identifier)).toEqual(['group when']);
  expect(await markdown('rules', 'api')).not.toContain('Incomplete');
});
