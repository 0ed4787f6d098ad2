import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { seriousOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { idsOf } from '../support/rule-id.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { evil, explorerContent } from './content.ts';

const [green] = idsOf('commandments', ['Keep main green']);
const [evilRule] = idsOf('commandments', [evil]);
const assets = new URL('../../dist/', import.meta.url);

const pages = [
  '/',
  '/scopes/shop',
  '/scopes/shop?raw=1',
  `/scopes/shop/rules/${green}`,
  '/scopes/shop/katas',
  '/scopes/shop/katas/delivery/release',
  '/scopes/shop/katas/delivery/roll-back',
  '/scopes/shop/tenka',
  '/scopes/shop/source/katas.yml',
  '/scopes/evil',
  `/scopes/evil/rules/${evilRule}`,
  '/find?q=ship&scope=evil',
  '/find?q=ship',
  '/conflicts',
  '/scopes/broken',
  '/feedback',
  '/masters',
  '/compare',
  '/compare?from=acme&to=shop',
  '/scopes/none',
];
const looks = [
  ['light', 1280],
  ['dark', 360],
] as const;

describe.skipIf(browserPath === undefined)(`the explorer in a browser${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;
  let page: Page;
  const outside: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const { service } = await testService(explorerContent);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
    page = await watched(await browser.newContext());
  });

  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  async function watched(context: BrowserContext): Promise<Page> {
    const opened = await context.newPage();
    await opened.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(`${listener.url}/`)) return route.continue();
      outside.push(url);
      return route.abort();
    });
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    opened.on('pageerror', (error) => complaints.push(String(error)));
    opened.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    return opened;
  }

  const follow = async (name: string | RegExp, on = page) => {
    await on.getByRole('link', { name }).first().click();
    await on.waitForLoadState();
  };
  const heading = (on = page) => on.locator('h1').textContent();

  async function walk(on: Page): Promise<void> {
    await on.goto(`${listener.url}/`);
    await follow('shop, inherits from acme', on);
    expect(await heading(on)).toBe('shop');
    await follow(/^Katas/, on);
    await follow('release', on);
    expect(await heading(on)).toBe('release');
    await follow('shop', on);
    await follow(/^Vision/, on);
    expect(await on.getByText('1 of 2 acceptance criteria').textContent()).toContain('validated');
    await follow('Conflicts', on);
    expect(await heading(on)).toBe('Conflicts');
    await follow('Feedback', on);
    expect(await heading(on)).toBe('Feedback');
    await follow('Masters', on);
    expect(await heading(on)).toBe('Masters');
    await follow('API', on);
    expect(await on.title()).toBe('Precept API');
  }

  test('each page opens from a link', () => walk(page));

  test('/ leads to the search, from any page, and Enter to the hits', async () => {
    await page.goto(`${listener.url}/scopes/shop`);
    await page.keyboard.press('/');
    await page.keyboard.type('keep main/green');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/find\?q=keep\+main%2Fgreen$/);
    await follow('delivery');
    expect(page.url()).toBe(`${listener.url}/scopes/acme#c-delivery`);
  });

  test('a rule leads to its source', async () => {
    await page.goto(`${listener.url}/scopes/shop`);
    await page
      .locator('.rule', { hasText: 'Keep main green' })
      .getByRole('link', { name: 'acme/commandments.yml:3' })
      .click();
    expect(await heading()).toBe('acme/commandments.yml');
    expect(await page.locator('tr:target').textContent()).toContain('ruleset: [Keep main green]');
  });

  test('a rule leads to why it is here, and that page back to the rule', async () => {
    await page.goto(`${listener.url}/scopes/shop`);
    await page.locator('.rule', { hasText: 'Keep main green' }).getByRole('link', { name: 'Why' }).click();
    expect(await heading()).toBe('Why this rule');
    expect((await page.locator('.chain > li').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'acme served',
      'shop does not have it',
    ]);
    await follow('Where it stands in shop');
    expect(await page.locator('li.rule:target').textContent()).toContain('Keep main green');
  });

  test('two scopes are compared from the page of one of them, and by the keyboard', async () => {
    await page.goto(`${listener.url}/scopes/shop`);
    await follow('Compare with another scope');
    await page.getByRole('combobox', { name: 'and' }).fill('acme');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/compare\?from=shop&to=acme$/);
    expect(await heading()).toBe('shop and acme');
    await follow('Swap');
    expect(await heading()).toBe('acme and shop');
  });

  test('a patch that is pasted leads to its rules', async () => {
    await page.goto(`${listener.url}/review`);
    await page.getByRole('combobox', { name: 'Scope' }).selectOption('shop');
    await page
      .getByRole('textbox', { name: 'Patch' })
      .fill('--- a/main.ts\n+++ b/main.ts\n@@ -1 +1 @@\n-old\n+ship when ready\n');
    await page.getByRole('button', { name: 'Show the rules' }).click();
    await page.getByRole('heading', { name: /^Files/ }).waitFor();
    expect(await page.locator('#files + .hits').textContent()).toContain('main.ts');
  });

  test('a flowchart has as many boxes as nodes, all of them visible', async () => {
    await page.goto(`${listener.url}/scopes/shop/katas/delivery/release`);
    const boxes = page.locator('svg.flowchart g.node');
    expect(await boxes.count()).toBe(8);
    const [picture, ...each] = await Promise.all([
      page.locator('svg.flowchart').boundingBox(),
      ...(await boxes.all()).map((box) => box.boundingBox()),
    ]);
    for (const box of each) {
      expect(box?.x).toBeGreaterThanOrEqual(picture?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (picture?.x ?? 0) + (picture?.width ?? 0),
      );
    }
    expect(await page.getByRole('img', { name: 'Ship it' }).count()).toBe(1);
  });

  test('text from YAML is shown and not run', async () => {
    for (const path of [
      '',
      '/../../find?q=danger&scope=evil',
      '/katas',
      `/rules/${evilRule}`,
      '/../../compare?from=shop&to=evil',
      '/katas/danger/text',
      '/katas/danger/chart',
      '/tenka',
    ]) {
      await page.goto(`${listener.url}/scopes/evil${path}`);
      const text = (await page.locator('main').textContent()) ?? '';
      expect(text.replaceAll(/\s+/g, ' ')).toContain(evil.slice(0, 20));
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(await page.locator('main script, main img').count()).toBe(0);
    }
  });

  test('the search filters while one types, and the keyboard gets everywhere', async () => {
    await page.goto(`${listener.url}/scopes/shop`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.getByRole('searchbox', { name: 'Filter rules' }).fill('monday OR ready');
    expect(await page.getByRole('status').textContent()).toBe('0 of 4 rules');
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('READY');
    expect(await page.locator('.rule:visible').allInnerTexts()).toEqual([
      expect.stringContaining('Ship when ready'),
    ]);
    expect(await page.locator('.toc li:visible').allInnerTexts()).toEqual(['delivery']);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${listener.url}/scopes/shop?q=READY`);
    await page.reload();
    expect(await page.locator('.rule:visible').count()).toBe(1);
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('');
    expect(await page.locator('.rule:visible').count()).toBe(4);
  });

  test('everything works without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await watched(context);
    await walk(plain);
    await plain.goto(`${listener.url}/scopes/shop`);
    await plain.getByRole('searchbox', { name: /^Filter/ }).fill('ready');
    await plain.getByRole('button', { name: 'Filter' }).click();
    expect(plain.url()).toBe(`${listener.url}/scopes/shop?q=ready`);
    expect(await plain.locator('.rule:visible').count()).toBe(1);
    await plain.getByRole('link', { name: 'Raw' }).click();
    expect(plain.url()).toBe(`${listener.url}/scopes/shop?raw=1&q=ready`);
    await context.close();
  });

  test.each(looks)('axe finds nothing serious, %s and %d wide', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const judged = await context.newPage();
    for (const [row, path] of pages.entries()) {
      if (!inTurn(looks, row).some(([scheme]) => scheme === colorScheme)) continue;
      await judged.goto(listener.url + path);
      expect([path, await seriousOn(judged)]).toEqual([path, []]);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect([path, await judged.evaluate(overflow)]).toEqual([path, 0]);
    }
    await context.close();
  });

  test('nothing was asked of other hosts, and the browser has no complaint', () => {
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
