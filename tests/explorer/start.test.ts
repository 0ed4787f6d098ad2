import { beforeAll, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../http/client.ts';
import { explorerContent } from './content.ts';
import { largeContent } from './large-content.ts';

let large: HttpClient;
let small: HttpClient;
beforeAll(async () => {
  [large, small] = await Promise.all([httpClient(largeContent()), httpClient(explorerContent)]);
});

const html = async (client: HttpClient, path: string) =>
  (await client.get(path, { accept: 'text/html' })).text();
/** Names in the tree whose line is there without opening or filtering anything. */
const cards = (text: string) =>
  [...text.matchAll(/<li class="card" id="s-([^"]+)" data-item>/g)].map(([, name]) => name);
const treeOf = (text: string) => /<div class="scroll lineage-tree[\s\S]*?<\/div>/.exec(text)?.[0] ?? '';

test('76 scopes are a tree from the roots on, folded below 25 lines', async () => {
  const text = await html(large, '/');
  expect(text).toContain('76 scopes');
  expect(text).not.toContain('<svg class="lineage"');
  const tree = treeOf(text);
  expect(tree.match(/<li data-for=/g)).toHaveLength(76);
  expect(tree.match(/^<div[^>]*><ul><li data-for="s-company">/)).not.toBeNull();
  expect(tree).toContain('aria-label="team-0-project-04, inherits from team-0 and standards"');
  expect(tree).toContain('also from standards');
  const open = [...tree.matchAll(/<details open><summary>(\d+)/g)].map(([, below]) => Number(below));
  expect(open).toEqual([73, 11]);
  expect(tree.match(/<details><summary>11/g)).toHaveLength(5);
});

test('more than 25 roots are folded too', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `scope-${String(index).padStart(2, '0')}`);
  const many = await httpClient(Object.fromEntries(names.map((name) => [`${name}/`, ''])));
  expect(treeOf(await html(many, '/'))).toContain('<details><summary>15 more</summary>');
});

test('few scopes are a picture on wide screens, and the same tree on narrow ones', async () => {
  const text = await html(small, '/');
  expect(text).toContain('<svg class="lineage"');
  expect(treeOf(text)).toContain('<div class="scroll lineage-tree if-narrow"');
  expect(treeOf(text)).toContain('aria-label="shop, inherits from acme"');
  expect(treeOf(text).match(/<li data-for=/g)).toHaveLength(6);
});

test('list, tree and picture follow words and tag', async () => {
  const text = await html(large, '/?q=PROJECT-03+team-2');
  expect(cards(text)).toEqual(['team-2-project-03']);
  const tree = treeOf(text);
  expect(tree).toContain('<li data-for="s-team-2-project-03">');
  expect(tree).toContain('<li data-for="s-team-2" class="aside">');
  expect(tree).toContain('<li data-for="s-team-1" hidden>');
  expect(tree.match(/<details open>/g)).toHaveLength(2);
  const tagged = await html(large, `/?tag=${encodeURIComponent('region: south')}`);
  expect(cards(tagged)).toEqual(['team-1', 'team-3', 'team-5']);
  expect(tagged).toContain('<option value="region: south" selected>');
  expect(tagged).toContain('3 of 76 scopes');
  expect(await html(large, '/?q=nothing')).toContain('No scope matches. <a href="/">All scopes</a>');
  expect(await html(small, '/?q=shop')).toContain('data-for="s-acme" class="aside" aria-label="acme"');
});

test('a scope names its children on each of its main pages', async () => {
  for (const path of ['', '/katas', '/tenka']) {
    const acme = await html(small, `/scopes/acme${path}`);
    expect(acme).toContain('<dt>Inherited by</dt><dd><a href="/scopes/shop">shop</a></dd>');
  }
  expect(await html(small, '/scopes/solo')).not.toContain('Inherited by');
  const standards = await html(large, '/scopes/standards');
  expect(standards.match(/<a href="\/scopes\/team-\d-project-(04|09)">/g)).toHaveLength(12);
  const team = await httpClient({
    'top/': '',
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s${at}/metadata.yml`, 'parent: top\n'])),
  });
  expect(await html(team, '/scopes/top')).toContain('<summary>and 8 more</summary>');
  expect((await html(team, '/scopes/top')).match(/href="\/scopes\/s\d+"/g)).toHaveLength(20);
});

test('a page without anything says what to do next', async () => {
  const empty = await httpClient({ 'bare/': '' });
  expect(await html(empty, '/scopes/bare')).toContain('<code>bare/commandments.yml</code>');
  const none = await httpClient({});
  expect(await html(none, '/')).toContain('<code data-copy>precept init</code>');
  expect(await html(small, '/scopes/shop?q=nothing')).toContain('<a href="/scopes/shop">All rules</a>');
  expect(await html(small, '/nowhere')).toMatch(/What now[\s\S]*href="\/find"/);
});
