import { beforeAll, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../http/client.ts';

const content = {
  'acme/metadata.yml': 'description: All of us\n',
  'acme/commandments.yml': 'api:\n  when: Always\n  ruleset: [Page lists]\n',
  'acme/suggestions.yml': 'style:\n  ruleset: [Be brief]\n',
  'acme/katas.yml': 'k:\n  katas:\n    go: {procedure: "1. Go\\n"}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': 'style:\n  ruleset: ["Be <b>kind</b>"]\n',
  'shop/katas.yml': 'k:\n  katas:\n    go: {procedure: "1. Run\\n"}\n',
  'broken/commandments.yml': 'a:\n  ruleset: ["x": 1]\n',
  'twin/metadata.yml': 'parent: acme\ndescription: All of us\n',
};

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(content);
});

const html = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();

test('a form asks for two scopes, and suggests their names', async () => {
  const text = await html('/compare');
  expect(text).toContain('<form class="search" role="search" method="get" action="/compare">');
  expect(text).toContain('<option value="shop">');
  expect(text).toContain('Name two scopes.');
  expect(await html('/compare?from=shop')).toContain('Name the other scope.');
  expect(await html('/compare?from=shop&to=shop')).toContain('Both are the same scope');
});

test('each side shows what it has alone, and what both have is folded', async () => {
  const text = await html('/compare?from=acme&to=shop');
  expect(text).toContain('<h1>acme and shop</h1>');
  expect(text).toMatch(
    /Only in acme<\/h3>[\s\S]*?Be brief[\s\S]*?Only in shop<\/h3>[\s\S]*?Be &lt;b&gt;kind/,
  );
  expect(text).toMatch(/kata go procedure[\s\S]*?Go[\s\S]*?kata go procedure[\s\S]*?Run/);
  expect(text).toMatch(/The same in both[\s\S]*?api: 1<\/summary>[\s\S]*?Page lists/);
  expect(text).toContain('href="/compare?from=shop&amp;to=acme">Swap</a>');
});

test('two scopes that serve the same say so, and one that is not there is not found', async () => {
  expect(await html('/compare?from=acme&to=twin')).toContain('Both serve the same.');
  expect((await client.get('/compare?from=acme&to=nobody', { accept: 'text/html' })).status).toBe(404);
});

test('a name that is nearly one leads to it, and a scope that cannot be served shows its mistakes', async () => {
  expect(await html('/compare?from=shap&to=acme')).toContain('<a href="/scopes/shop">shop</a>');
  expect(await html('/compare?from=shop&to=acm')).toContain('<a href="/scopes/acme">acme</a>');
  const broken = await client.get('/compare?from=acme&to=broken', { accept: 'text/html' });
  expect([broken.status, await broken.text()]).toEqual([
    500,
    expect.stringContaining('broken cannot be served'),
  ]);
  expect((await client.get('/compare?from=..%2Fx&to=acme', { accept: 'text/html' })).status).toBe(400);
});

test('every page of a scope leads there', async () => {
  expect(await html('/scopes/shop')).toContain('href="/compare?from=shop"');
});
