import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../http/client.ts';
import { largeCategory, largeContent } from './large-content.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(largeContent());
});

const html = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();
const rulesIn = (text: string) => text.match(/<li class="rule"/g)?.length ?? 0;
const sectionsIn = (text: string) =>
  [...text.matchAll(/<section class="category" id="c-([^"]+)"[^>]*?( hidden)?>/g)]
    .filter(([, , hidden]) => hidden === undefined)
    .map(([, name]) => name);

describe('a scope with 400 categories', () => {
  test('begins with a page below 150 KB that names them all with their counts, and goes on', async () => {
    const text = await html('/scopes/everything');
    expect(Buffer.byteLength(text)).toBeLessThan(150_000);
    expect(text).toContain('1200 rules');
    const tree = text.slice(text.indexOf('<nav class="toc"'), text.indexOf('<div id="parts"'));
    expect(tree.match(/data-count="3"/g)).toHaveLength(400);
    expect(tree).toContain('<details><summary data-count="60">area-07</summary>');
    const shown = sectionsIn(text);
    expect(shown.length).toBeGreaterThan(20);
    // What is not on this page is where links to it lead: the tree, and from there to its page.
    const elsewhere = tree.match(/<li id="c-([^"]+)"><a href="\?category=\1"/g) ?? [];
    expect(elsewhere).toHaveLength(400 - shown.length);
    const seen = new Set(shown);
    let next = /Next: <a href="([^"]+)"/.exec(text)?.[1];
    for (let pages = 1; next !== undefined; pages++) {
      expect(pages).toBeLessThan(30);
      const page = await html(next);
      expect(Buffer.byteLength(page)).toBeLessThan(150_000);
      for (const name of sectionsIn(page)) seen.add(name);
      next = /Next: <a href="([^"]+)"/.exec(page)?.[1];
    }
    expect(seen.size).toBe(400);
    expect(rulesIn(await html('/scopes/everything?all=1'))).toBe(1200);
  });

  test('opens at a category, which the tree marks in its open branch', async () => {
    const category = largeCategory(147);
    const text = await html(`/scopes/everything?category=${category}`);
    expect(sectionsIn(text)[0]).toBe(category);
    expect(text).toContain(`<a href="#c-${category}" data-count="3" aria-current="true">`);
    expect(text).toContain('<details open><summary data-count="60">area-07</summary>');
    expect(text).toContain('<details><summary data-count="60">area-08</summary>');
    expect(sectionsIn(await html('/scopes/everything?category=area-07'))[0]).toMatch(/^area-07\./);
    expect(sectionsIn(await html('/scopes/everything?category=nowhere'))[0]).toMatch(/^area-00\./);
  });

  test('is narrowed by words, strength and tag, on one page where that fits', async () => {
    const one = await html('/scopes/everything?q=CASE+147+shared&strength=should');
    expect(one).toContain('1 of 1200 rules');
    expect(sectionsIn(one)).toEqual([largeCategory(147)]);
    expect(one).toContain('<details open><summary data-count="60">area-07</summary>');
    expect(one).toContain('<option value="should" selected>SHOULD</option>');
    expect(one).toContain('<input type="hidden" name="strength" value="should">');
    expect(await html('/scopes/everything?tag=security')).toContain('120 of 1200 rules');
    expect(await html('/scopes/everything?strength=must')).toContain('800 of 1200 rules');
    expect(await html('/scopes/everything?strength=nonsense')).toContain('1200 rules');
  });
});

test('own and inherited rules are told apart, and by where they come from', async () => {
  const path = '/scopes/team-0-project-04';
  const all = await html(path);
  expect(all).toContain('<option value="company">company</option>');
  expect(await html(`${path}?layer=own`)).toContain('1 of 3 rules');
  expect(await html(`${path}?layer=inherited`)).toContain('2 of 3 rules');
  const standards = await html(`${path}?origin=standards`);
  expect(standards).toContain('1 of 3 rules');
  expect(sectionsIn(standards)).toEqual(['style']);
  expect(await html(`${path}?origin=${encodeURIComponent('<b>')}`)).toContain(
    '<option value="&lt;b&gt;" selected>',
  );
});

test('pages and their files come compressed to who takes that, and are not sent again', async () => {
  for (const path of [
    '/scopes/everything',
    '/',
    /(\/explorer\/explorer\.js[^"]*)/.exec(await html('/'))?.[1] ?? '',
  ]) {
    const plain = await client.get(path);
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')], path).toEqual([
      null,
      'Accept, Accept-Encoding',
    ]);
    const pressed = await client.get(path, { 'accept-encoding': 'gzip, br' });
    expect([pressed.headers.get('content-encoding'), pressed.headers.get('vary')]).toEqual([
      'gzip',
      'Accept, Accept-Encoding',
    ]);
    const bytes = Buffer.from(await pressed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
    const tag = pressed.headers.get('etag') ?? '';
    expect(tag).toBe(`W/${plain.headers.get('etag')}`);
    for (const known of [tag, plain.headers.get('etag') ?? '']) {
      const again = await client.get(path, { 'accept-encoding': 'gzip', 'if-none-match': known });
      expect([again.status, again.headers.get('vary'), await again.text()]).toEqual([
        304,
        'Accept, Accept-Encoding',
        '',
      ]);
    }
    const refused = await client.get(path, { 'accept-encoding': 'gzip;q=0, identity' });
    expect(refused.headers.get('content-encoding')).toBeNull();
  }
  const api = await client.get('/api/v1/scopes/everything/rules', { 'accept-encoding': 'gzip' });
  expect([api.headers.get('content-encoding'), api.headers.get('vary')]).toEqual([null, 'Accept']);
});
