import { appendFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HttpClient, httpClient } from '../http/client.ts';
import { idsOf } from '../support/rule-id.ts';
import { evil, explorerContent } from './content.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(explorerContent);
});

const html = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();

const [green, monday] = [
  ...idsOf('commandments', ['Keep main green']),
  ...idsOf('suggestions', ['Ship on Mondays']),
];
const [evilRule] = idsOf('commandments', [evil]);

const pages = [
  '/',
  '/scopes/shop',
  '/scopes/shop?raw=1',
  `/scopes/shop/rules/${green}`,
  `/scopes/shop/rules/${monday}`,
  '/scopes/shop/katas',
  '/scopes/shop/katas/delivery/release',
  '/scopes/shop/katas/delivery/roll-back',
  '/scopes/shop/tenka',
  '/scopes/shop/source/suggestions.yml',
  '/find?q=ship+green',
  '/find?q=ship&scope=evil&files=a.ts',
  '/conflicts',
  '/feedback',
  '/masters',
  '/compare',
  '/compare?from=acme&to=shop',
];

describe.each(pages)('GET %s', (path) => {
  test('is a page of its own with a strict policy', async () => {
    const response = await client.get(path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    // With `no-referrer`, a browser would send the page's form with the origin `null`.
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).toMatch(/<title>[^<]+ · Precept<\/title>/);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).not.toMatch(/undefined|\[object|NaN| style=| on[a-z]+="/);
  });

  test('is revalidated like the API, and has only headers for HEAD', async () => {
    const first = await client.get(path);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await client.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await client.send(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

test('/ shows who inherits from whom, and what cannot be served', async () => {
  const text = await html('/');
  expect(text).toContain('aria-label="shop, inherits from acme"');
  expect(text.match(/<svg class="lineage"[\s\S]*<\/svg>/)?.[0].match(/class="edge"/g)).toHaveLength(2);
  expect(text).toMatch(/Cannot be served\.<\/strong> Scope &quot;broken&quot; has invalid content/);
});

test('/find shows hits of all scopes by scope, and for one scope what an agent gets, with tokens', async () => {
  const hits = await html('/find?q=announce+ship');
  expect(hits).toMatch(/<h2><a href="\/scopes\/acme">acme<\/a>/);
  expect(hits).toContain('href="/scopes/acme/source/suggestions.yml#L2"');
  expect(hits).toContain('Not all scopes were searched');
  expect(await html('/find?q=zyx')).toContain('Nothing fits these words');
  const form = '/find?q=name+the+backend&scope=shop';
  const all = await html(form);
  expect(all).toMatch(/<code>find_guidance<\/code> <span class="count">about \d+ tokens/);
  expect(all).toMatch(/<input type="checkbox" name="category" value="backend.api" checked>/);
  expect(all).toMatch(
    /<code>backend.api<\/code> <span class="from">fits: words [^<]*&quot;backend&quot;[^<]*; own<\/span>/,
  );
  expect(all).toContain('**SHOULD**: Name it shop');
  const chosen = (/name="chosen" value="([^"]+)"/.exec(all)?.[1] ?? '').replaceAll('&quot;', '"');
  const none = await html(`${form}&chosen=${encodeURIComponent(chosen)}`);
  expect(none).toContain('<code>find_guidance</code>');
  expect(none).not.toContain('<code>get_rules</code>');
  // Ticks of another task say nothing of this one.
  expect(await html(`${form.replace('q=', 'q=api+')}&chosen=${encodeURIComponent(chosen)}`)).toContain(
    '<code>get_rules</code>',
  );
  const nowhere = await client.get('/find?q=a&scope=shup', { accept: 'text/html' });
  expect([nowhere.status, (await nowhere.text()).includes('href="/scopes/shop"')]).toEqual([404, true]);
});

test('rules are told with their place, what they replaced, and templates that fail', async () => {
  const text = await html('/scopes/shop');
  expect(text).toContain('Name it shop');
  expect(text).toContain('href="/scopes/shop/source/suggestions.yml#L2"');
  expect(text).toContain(
    'from <strong>acme</strong> · <span class="place"><a href="/scopes/acme/source/commandments.yml#L3"',
  );
  expect(text).toContain('2 suggestions are replaced');
  expect(text).toMatch(/Ship on Mondays[\s\S]*?replaced by <strong>shop<\/strong>/);
  expect(text).toContain('Template failures');
  expect(text).toContain('backend.api rule #2');
});

test('categories and katas say which files they are about, and what to read with them', async () => {
  expect(await html('/scopes/shop')).toContain(
    '<p class="links">For files <code>src/api/**</code></p><p class="links">See also <a href="#c-delivery">delivery</a>, nowhere</p>',
  );
  const katas = await html('/scopes/shop/katas');
  expect(katas).toContain(
    'For files <code>CHANGELOG.md</code></p><p class="links">See also <a href="#c-delivery">delivery</a>',
  );
  const ofKata = '<p class="links">For files <code>deploy/**</code></p>';
  expect(katas).toContain(ofKata);
  expect(await html('/scopes/shop/katas/delivery/release')).toContain(ofKata);
});

test('raw shows what is written, and the switch keeps the search', async () => {
  const text = await html('/scopes/shop?raw=1&q=name');
  expect(text).toContain('<pre>Name it {{ scope.name }}</pre>');
  expect(text).not.toContain('Template failures');
  expect(text).toContain('href="/scopes/shop?q=name"');
  expect(text).toContain('<input type="hidden" name="raw" value="1">');
});

test('a search hides what has not every word, whatever the case', async () => {
  const text = await html('/scopes/shop?q=SHIP+ready');
  expect(text).toContain('1 of 4 rules');
  expect(text).toMatch(/<li class="rule" id="\w+" data-item>\s*<span class="word suggestions">/);
  expect(text).toMatch(/id="c-backend"[^>]* hidden>/);
  expect(await html('/scopes/shop?q=nothing-like-it')).toMatch(/id="filter-empty">No rule/);
});

test('a flowchart is drawn beside its steps, with as many boxes as nodes', async () => {
  const text = await html('/scopes/shop/katas/delivery/release');
  expect(text.match(/<g class="node /g)).toHaveLength(8);
  expect(text.match(/<path class="edge/g)).toHaveLength(9);
  expect(text.match(/<path class="edge retry"/g)).toHaveLength(1);
  expect(text).toContain('If no: Return to step 2 (retry)');
  expect(text).toContain('replaces the kata of <strong>acme</strong>');
});

test('a procedure keeps its numbers and inline code', async () => {
  expect(await html('/scopes/shop/katas/delivery/roll-back')).toContain(
    '<ol><li value="1">Revert.</li><li value="2">Redeploy <code>v1</code>.</li></ol>',
  );
});

test('a story has its progress, and its checks', async () => {
  const moved = await client.get('/scopes/shop/vision', { accept: 'text/html' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/scopes/shop/tenka']);
  const text = await html('/scopes/shop/tenka');
  expect(text).toContain('<progress id="US1-done" max="2" value="1">');
  expect(text).toContain('manual: Tried');
});

test('feedback is summed up', async () => {
  const other = await httpClient(explorerContent);
  const entry = { timestamp: '2026-01-01T00:00:00.000Z', type: 'missed_categories', task: 't' };
  const line = JSON.stringify({ ...entry, categories: ['<b>delivery</b>'], reason: '<i>why</i>' });
  await appendFile(other.service.config.settings.feedback_file, `${line}\n`);
  const text = await (await other.get('/feedback')).text();
  expect(text).toContain('&lt;b&gt;delivery&lt;/b&gt;');
  expect(text).toContain('&lt;i&gt;why&lt;/i&gt;');
});

describe('nothing in YAML becomes HTML', () => {
  const evilPages = [
    '/',
    '/scopes/evil',
    '/scopes/evil?raw=1',
    `/scopes/evil?q=${encodeURIComponent('<script>"><b>')}`,
    `/scopes/evil/rules/${evilRule}`,
    `/compare?from=shop&to=evil`,
    `/compare?from=${encodeURIComponent(evil)}&to=evil`,
    '/scopes/evil/katas',
    '/scopes/evil/katas/danger/text',
    '/scopes/evil/katas/danger/chart',
    '/scopes/evil/tenka',
    '/scopes/evil/source/commandments.yml',
    '/conflicts',
    '/scopes/broken',
    '/scopes/broken/source/commandments.yml',
    '/scopes/%3Cscript%3E',
    '/scopes/shop/katas/%3Cscript%3E/x',
  ];
  test.each(evilPages)('%s', async (path) => {
    const text = await html(path);
    expect(text).not.toMatch(/<img|<b>|<script(?! src="\/explorer\/)/);
    expect(text).toMatch(/&lt;(script|b)&gt;|at a time|Not found|invalid/);
  });

  test('the flowchart has its evil boxes all the same', async () => {
    expect((await html('/scopes/evil/katas/danger/chart')).match(/<g class="node /g)).toHaveLength(3);
  });
});

describe('faults are pages', () => {
  test('an unknown scope with the nearest names as links', async () => {
    const response = await client.get('/scopes/shap');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<a href="/scopes/shop">shop</a>');
  });

  test('an unknown kata with the nearest names as links, also by a word of them', async () => {
    const page = await (await client.get('/scopes/shop/katas/delivery/roll')).text();
    expect(page).toMatch(
      /Did you mean .*<li><a href="\/scopes\/shop\/katas\/delivery\/roll-back">delivery\/roll-back<\/a>/s,
    );
  });

  test.each([
    ['/scopes/a%20b', 400],
    ['/scopes/broken', 500],
    ['/scopes/shop/katas/delivery/none', 404],
    ['/scopes/shop/source/metadata.yml', 404],
    ['/scopes/shop/source/..%2F..%2Fpackage.json', 404],
  ])('%s is %i', async (path, status) => {
    const response = await client.get(path);
    const text = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(text).toContain('All scopes');
    expect(text).not.toContain(client.rulesPath);
  });

  test('speaks of the picture of lineages where there is one', async () => {
    expect(await html('/')).toContain('inherits from the scopes to its left');
    const alone = await httpClient({ 'solo/': '' });
    expect(await (await alone.get('/', { accept: 'text/html' })).text()).not.toContain('to its left');
  });

  test('what is counted once is counted in the singular', async () => {
    const katas = await html('/scopes/acme/katas');
    expect(katas).toMatch(/id="filter-status" role="status" data-noun="katas">2 katas</);
    const rules = await html('/scopes/solo');
    expect(rules).toMatch(/id="filter-status" role="status" data-noun="rule">1 rule</);
  });

  test('a path without anything is a page for people, a problem for programs', async () => {
    expect(await html('/nowhere')).toContain('<h1>Not found</h1>');
    expect((await client.get('/nowhere')).headers.get('content-type')).toBe('application/problem+json');
  });
});

test('files of the pages are kept for good, under an address that changes with them', async () => {
  const names = [...(await html('/')).matchAll(/(?:href|src)="(\/explorer\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(names).toHaveLength(3);
  for (const name of names) {
    const response = await client.get(name);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  expect((await client.get('/explorer/constructor')).status).toBe(404);
});
