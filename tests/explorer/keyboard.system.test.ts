import { appendFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { idsOf } from '../support/rule-id.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { explorerContent, wideKata } from './content.ts';
import { tabTo, walk } from './keyboard.ts';

const [green] = idsOf('commandments', ['Keep main green']);
/** Enough categories that branches of their tree are folded, with rules that no two of have a word in common. */
const categories = (word: string) =>
  Array.from(
    { length: 45 },
    (_, index) => `area-${Math.floor(index / 15)}.part-${index + 10}: {ruleset: [${word}${index}]}\n`,
  ).join('');
const content = {
  ...explorerContent,
  'tree/commandments.yml': categories('keep'),
  'tree/suggestions.yml': categories('like'),
  'wide/katas.yml': `a:
  katas:
${wideKata}`,
};
const run = { timestamp: '2026-03-01T10:00:00.000Z', source: 'r.xml sha256:0123456789abcdef' };
const result = { ...run, scope: 'shop', ac: 'AC1.2', check: 'pays', passed: false, state: 'failed' };

const pages = [
  '/',
  '/?q=shop',
  '/scopes/shop',
  '/scopes/shop?raw=1',
  '/scopes/tree?q=part-4',
  `/scopes/shop/rules/${green}`,
  '/scopes/shop/katas',
  '/scopes/shop/katas/delivery/release',
  '/scopes/wide/katas/a/wide',
  '/scopes/shop/tenka',
  '/scopes/shop/tenka/AC1.2',
  '/scopes/shop/tenka/coverage',
  '/scopes/shop/source/katas.yml',
  '/find?q=ship',
  '/find?q=ship&scope=shop',
  '/compare?from=acme&to=shop',
  '/conflicts',
  '/feedback',
  '/usage',
  '/fleet',
  '/masters',
  '/scopes/broken',
  '/scopes/shup',
];
const ways = [
  [1440, 'Tab'],
  [390, 'Shift+Tab'],
] as const;

describe.skipIf(browserPath === undefined)(`by the keyboard alone${whyNoBrowser}`, () => {
  let listener: Listener;
  let page: Page;

  beforeAll(async () => {
    const { service } = await testService(content);
    await appendFile(service.config.settings.validation_file, `${JSON.stringify(result)}\n`);
    const assets = new URL('../../dist/', import.meta.url);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    const context = await (await sharedBrowser()).newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: listener.url });
    page = await context.newPage();
  });

  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  async function open(path: string, width = 1440): Promise<void> {
    await page.setViewportSize({ width, height: 850 });
    await page.goto(listener.url + path);
  }

  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  const heading = () => page.locator('h1').textContent();
  const path = () => new URL(page.url()).pathname + new URL(page.url()).search;

  test.each(ways)(
    'each control of each kind of page is reached, in sight, and seen to have the focus, %i wide, by %s',
    async (width, key) => {
      const proven = new Set<string>();
      for (const [row, at] of pages.entries()) {
        if (!inTurn(ways, row).some(([, one]) => one === key)) continue;
        await open(at, width);
        // Buttons to copy are made when their rules come into sight: those that come after one has gone by are no miss.
        for (const section of await page.locator('#parts .category:visible').all()) {
          await section.scrollIntoViewIfNeeded();
          await section.locator('.copies').waitFor();
        }
        const { reached, ...wrong } = await walk(page, key, proven);
        expect([at, wrong]).toEqual([at, { missed: [], faint: [], covered: [] }]);
        expect(reached).toBeGreaterThan(10);
      }
    },
  );

  test('the first stop leads past the head of the page', async () => {
    await open('/scopes/shop');
    await press('Tab', 'Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });

  test('rules are filtered by words and choices, found in the tree, and copied', async () => {
    await open('/scopes/tree');
    const status = () => page.locator('#filter-status').textContent();
    await tabTo(page, '#filter');
    await page.keyboard.type('part-4');
    await expect.poll(status).toBe('20 of 90 rules');
    await tabTo(page, 'select[name=strength]');
    await press('ArrowDown');
    await expect.poll(status).toBe('10 of 90 rules');
    await tabTo(page, '.toc a');
    await press('Enter');
    expect(await page.locator('.category:target').count()).toBe(1);
    await tabTo(page, '.copies .copy');
    await press('Enter');
    await expect.poll(copied).toMatch(/^# area-2\.part-40/);
    await tabTo(page, '.rule .copy');
    await press('Enter');
    await expect.poll(copied).toBe('- **MUST**: keep30');
  });

  test('the button that copies a rule is below its checks, not on them', async () => {
    // As in a checkout, where the page says why a check is not enforced.
    await page.route('**/scopes/solo', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replace('<p class="from">', '<span class="from">why</span>$&'),
      });
    });
    await open('/scopes/solo');
    expect(await page.locator('.rule span.from').textContent()).toBe('why');
    await expect.poll(() => page.locator('.rule p.from > .copy').count()).toBe(1);
    expect(await page.locator('.rule span.from .copy').count()).toBe(0);
  });

  test('a branch of the tree opens, and what is in it leads to its part', async () => {
    await open('/scopes/tree');
    for (const area of [0, 1, 2]) {
      await tabTo(page, '.toc summary');
      expect(await page.evaluate('document.activeElement.textContent')).toBe(`area-${area}`);
    }
    await press('Enter', 'Tab', 'Enter');
    expect(await page.locator('.category:target h2').textContent()).toBe('area-2.part-40');
  });

  test('the lineage folds, and the list of scopes is narrowed by tag', async () => {
    await open('/', 390);
    await tabTo(page, '#filter');
    await tabTo(page, 'select[name=tag]');
    await page.keyboard.type('tier');
    expect(await page.locator('#filter-status').textContent()).toMatch(/^1 of \d+ scopes$/);
    await tabTo(page, '.lineage-tree');
    await tabTo(page, '.lineage-tree summary');
    const isOpen = () => page.evaluate('document.activeElement.parentElement.open');
    const was = await isOpen();
    await press('Enter');
    expect(await isOpen()).toBe(!was);
    await tabTo(page, '.card a');
    await press('Enter');
    await page.waitForURL(/\/scopes\/acme$/);
  });

  test('tabs lead on, and the picture of a flowchart scrolls and fits', async () => {
    await open('/scopes/wide/katas/a/wide');
    await tabTo(page, '.fit input');
    await tabTo(page, '.picture .scroll');
    await press('ArrowRight');
    await expect
      .poll(() => page.evaluate('document.querySelector(".picture .scroll").scrollLeft'))
      .toBeGreaterThan(0);
    await press('Shift+Tab', 'Space');
    const room =
      'document.querySelector(".picture .scroll").scrollWidth - document.querySelector(".picture .scroll").clientWidth';
    await expect.poll(() => page.evaluate(room)).toBe(0);
    await open('/scopes/shop/katas/delivery/release');
    await tabTo(page, '.tabs a:last-child');
    await press('Enter');
    await page.waitForURL(/\/tenka$/);
  });

  test('stories are narrowed, folded, and followed to the history, whose picture scrolls', async () => {
    await open('/scopes/shop/tenka');
    const line = () => page.locator('.filtered').textContent();
    await tabTo(page, '#filter');
    await tabTo(page, 'select[name=state]');
    await press('ArrowDown');
    await expect.poll(line).toBe('Filtered by failed: 1 of 2 acceptance criteria');
    await press('Enter');
    await tabTo(page, '.story summary');
    await press('Enter');
    expect(await page.locator('.ac:visible').count()).toBe(0);
    await press('Enter');
    await tabTo(page, '.ac a');
    await press('Enter');
    await page.waitForURL(/AC1\.2$/);
    await page.setViewportSize({ width: 390, height: 850 });
    await tabTo(page, '.panel.scroll');
    await press('ArrowRight');
    await expect
      .poll(() => page.evaluate('document.querySelector(".panel.scroll").scrollLeft'))
      .toBeGreaterThan(0);
  });

  test('two scopes are compared, and what both have unfolds', async () => {
    await open('/compare');
    await tabTo(page, '#from');
    await page.keyboard.type('acme');
    await tabTo(page, '#to');
    await page.keyboard.type('shop');
    await press('Enter');
    await page.waitForURL(/from=acme&to=shop/);
    expect(await heading()).toBe('acme and shop');
    await tabTo(page, 'summary');
    await press('Enter');
    expect(await page.locator('details[open]').count()).toBe(1);
  });

  test('conflicts are filtered, and show what silences a pair', async () => {
    await open('/conflicts');
    await tabTo(page, '#filter');
    await page.keyboard.type('page lists');
    expect(await page.locator('#filter-status').textContent()).toMatch(/^1 of \d+ pairs$/);
    await tabTo(page, '.card summary');
    await press('Enter');
    expect(await page.locator('.card details[open]').textContent()).toContain('lint_ignore');
  });

  test('a search is begun from any page, asked for a scope, and narrowed to what is ticked', async () => {
    await open('/conflicts');
    await press('/');
    await page.keyboard.type('ship');
    await press('Enter');
    await page.waitForURL(/\/find\?q=ship$/);
    await press('/');
    await tabTo(page, '#find-scope');
    await page.keyboard.type('shop');
    await tabTo(page, '.find button');
    await press('Enter');
    await page.waitForURL(/scope=shop/);
    await tabTo(page, '.choice input');
    await press('Space');
    expect(await page.locator('.choice input:checked').count()).toBe(
      (await page.locator('.choice input').count()) - 1,
    );
    await tabTo(page, '.find button');
    await press('Enter');
    await page.waitForURL(/chosen=/);
    await tabTo(page, '.scroll');
  });

  test('usage is asked for a scope and days', async () => {
    await open('/usage');
    await tabTo(page, '#usage-scope');
    await page.keyboard.type('shop');
    await tabTo(page, '#usage-days');
    await press('ArrowDown');
    await tabTo(page, 'form[action="/usage"] button');
    await press('Enter');
    await page.waitForURL(/scope=shop&days=90/);
    expect(path()).toBe('/usage?scope=shop&days=90');
  });
});
