import { appendFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashPiece } from '../../src/guidance/piece-id.ts';
import { httpClient } from '../http/client.ts';
import { hasLinks } from '../support/system.ts';

const rules = (category: string, ...texts: string[]) =>
  `${category}:\n  when: Now\n  ruleset:\n${texts.map((text) => `    - ${JSON.stringify(text)}\n`).join('')}`;
const content = {
  'base/commandments.yml': rules('lists', 'Page lists by 50', 'Use tabs'),
  'shop/metadata.yml': 'parent: base\n',
  'shop/suggestions.yml': rules('pages', 'Page lists by 20', 'Never use tabs'),
  'kiosk/metadata.yml': 'parent: shop\n',
  'broken/commandments.yml': 'a:\n  ruleset: [1]\n',
};
const page = async (files: Readonly<Record<string, string>>, url = '/conflicts') =>
  (await (await httpClient(files)).get(url)).text();

describe('the page of conflicts', () => {
  test('has each pair once, in the scope where the two meet, with both places and what silences it', async () => {
    const text = await page(content);
    expect(text).toMatch(/data-noun="pairs">2 pairs</);
    expect(text).toMatch(/<h3><a href="\/scopes\/shop">shop<\/a><\/h3>/);
    expect(text).not.toContain('>kiosk</a></h3>');
    expect(text).toContain('Different numbers');
    expect(text).toContain('Opposites');
    expect(text).toContain('href="/scopes/base/source/commandments.yml#L4"');
    expect(text).toContain('href="/scopes/shop/source/suggestions.yml#L5"');
    const ids = [hashPiece('commandments', 'Page lists by 50'), hashPiece('suggestions', 'Page lists by 20')];
    expect(text).toContain(`lint_ignore:\n  - rules: [${ids.join(', ')}]`);
    expect(text).toMatch(
      /Not looked at, since they cannot be served: <a href="\/scopes\/broken">broken<\/a>/,
    );
  });

  test('leaves out what lint_ignore names', async () => {
    const ids = [hashPiece('commandments', 'Use tabs'), hashPiece('suggestions', 'Never use tabs')];
    const metadata = `parent: base\nlint_ignore: [{rules: [${ids.map((id) => `"${id}"`).join(', ')}]}]\n`;
    expect(await page({ ...content, 'shop/metadata.yml': metadata })).toMatch(/data-noun="pair">1 pair</);
  });

  test('filters by scope, category and text', async () => {
    expect(await page(content, '/conflicts?q=TABS')).toContain('1 of 2 pairs');
    expect(await page(content, '/conflicts?q=shop')).toContain('2 of 2 pairs');
    expect(await page(content, '/conflicts?q=nothing')).toMatch(/id="filter-empty">No pair/);
  });

  test('says so where there is none', async () => {
    const text = await page({ 'solo/commandments.yml': rules('a', 'Be one') });
    expect(text).toContain('No two rules of a scope repeat or contradict each other');
    expect(text).toContain('No agent has reported rules that contradict each other');
  });

  test('has beside them what agents have reported, and says which pairs both know', async () => {
    const client = await httpClient(content);
    const entry = { timestamp: '2026-01-01T00:00:00.000Z', type: 'contradictory_rules', task: 't' };
    const report = (...named: [string, string][]) =>
      `${JSON.stringify({ ...entry, rules: named.map(([category, rule]) => ({ category, rule })) })}\n`;
    await appendFile(
      client.service.config.settings.feedback_file,
      report(['pages', 'Page lists by 20'], ['lists', 'Page lists by 50']) +
        report(['x', 'Answer <b>fast</b>'], ['y', 'Answer late']),
    );
    const text = await (await client.get('/conflicts')).text();
    expect(text.match(/class="badge bad">reported once</g)).toHaveLength(1);
    expect(text).toContain('Answer &lt;b&gt;fast&lt;/b&gt;');
    expect(text).toMatch(/<time datetime="2026-01-01T00:00:00.000Z">/);
  });

  test('follows a change of the files', async () => {
    const client = await httpClient(content);
    const get = async () => (await client.get('/conflicts')).text();
    expect(await get()).toContain('2 pairs');
    await writeFile(path.join(client.rulesPath, 'shop/suggestions.yml'), rules('pages', 'Page lists by 20'));
    await client.send('/api/v1/reload', { method: 'POST' });
    expect(await get()).toContain('1 pair<');
  });
});

describe('the page of a scope that cannot be served', () => {
  test('shows each mistake with the line, carets, a link to it, and its cure', async () => {
    const client = await httpClient({
      'bad/commandments.yml': 'a:\n  when: Now\n    ruleset:\n      - x\n',
      'bad/suggestions.yml': 'a:\n  ruleset: [ok, 42, <i>: 1]\n',
      'child/metadata.yml': 'parent: bad\n',
    });
    const response = await client.get('/scopes/bad');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('<h1>bad cannot be served</h1>');
    expect(text).toContain('href="/scopes/bad/source/commandments.yml#L2"');
    expect(text).toContain('Indent line 3 like line 2: start it in column 3');
    expect(text).not.toContain('holds a colon');
    expect(text).toContain('<code>ruleset: [ok, <mark>42</mark>, &lt;i&gt;: 1]');
    expect(text).toContain(
      `<span class="carets" aria-hidden="true">${' '.repeat('ruleset: [ok, '.length)}^^</span>`,
    );
    const source = await client.get('/scopes/bad/source/suggestions.yml');
    expect([source.status, await source.text()]).toEqual([200, expect.stringContaining('id="L2"')]);
    expect((await client.get('/scopes/child')).status).toBe(200);
  });

  test('has a file of very many lines on several pages, to which places lead', async () => {
    const client = await httpClient({
      'bad/commandments.yml': `a:\n${'# x\n'.repeat(12_000)}  ruleset: [ok, 42]\n`,
    });
    const text = await (await client.get('/scopes/bad')).text();
    const [href = ''] = /\/scopes\/bad\/source\/commandments\.yml\?from=10001#L12002/.exec(text) ?? [];
    const page = async (path: string) => (await client.get(path)).text();
    const last = await page(href.split('#')[0] ?? '');
    expect(last).toContain(`id="${href.split('#')[1]}"`);
    expect(last).toContain('Lines 10001 to 12002 of 12002.');
    expect(last).toContain('href="/scopes/bad/source/commandments.yml?from=5001"');
    expect(last).not.toContain('id="L10000"');
    const first = await page('/scopes/bad/source/commandments.yml');
    expect(first).toContain('Lines 1 to 5000 of 12002.');
    for (const beyond of ['?from=99999', '?from=0', '?from=x', '?from=1'])
      expect(await page(`/scopes/bad/source/commandments.yml${beyond}`), beyond).toBe(first);
  });

  test.runIf(hasLinks)('shows no file that a link leads to, and nothing of metadata', async () => {
    const client = await httpClient({ 'bad/metadata.yml': 'parent: 1\n', 'bad/x': 'secret: [' });
    await symlink('x', path.join(client.rulesPath, 'bad/commandments.yml'));
    for (const file of ['commandments.yml', 'metadata.yml']) {
      expect((await client.get(`/scopes/bad/source/${file}`)).status).toBe(404);
    }
    expect(await (await client.get('/scopes/bad')).text()).not.toContain('/source/metadata.yml');
  });
});
