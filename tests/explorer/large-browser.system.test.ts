import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { seriousOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { idsOf } from '../support/rule-id.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { sidewaysOf } from './boxes.ts';
import { largeCategory, largeContent } from './large-content.ts';

const [far = ''] = idsOf('suggestions', [
  'Prefer the shared library for retries over code of your own, case 290',
]);
const everything = '/scopes/everything';

describe.skipIf(browserPath === undefined)(`large scopes in a browser${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const { service } = await testService(largeContent());
    const assets = new URL('../../dist/', import.meta.url);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: listener.url });
    page = await context.newPage();
  });

  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  const box = (on = page) => on.getByRole('searchbox', { name: /^Filter/ });
  const status = (on = page) => on.locator('#filter-status').textContent();

  test('the filter sees all pages of a scope, by words and choices, and the tree follows', async () => {
    await page.goto(listener.url + everything);
    await box().fill('shared case 290');
    await expect.poll(() => status()).toBe('1 of 1200 rules');
    expect(await page.locator('.rule:visible').count()).toBe(1);
    expect(await page.locator('.toc a:visible').allInnerTexts()).toEqual(['retries-290']);
    await box().fill('290');
    expect(await status()).toBe('3 of 1200 rules');
    await page.getByRole('combobox', { name: 'Strength' }).selectOption('MUST');
    await expect.poll(() => status()).toBe('2 of 1200 rules');
    await box().press('Enter');
    expect(page.url()).toBe(`${listener.url}${everything}?q=290&strength=must`);
    await box().fill('');
    await page.getByRole('combobox', { name: 'Strength' }).selectOption('All');
    await expect.poll(() => status()).toBe('1200 rules');
  });

  test('a link leads to a rule that is on another page, or that the filter hides', async () => {
    const target = page.locator('.rule:target');
    await page.goto(`${listener.url}${everything}#${far}`);
    await target.waitFor();
    expect(await target.textContent()).toContain('case 290');
    const [near] = idsOf('commandments', [
      'Handle caching number 7 as the architecture guide of area 0 says',
    ]);
    await page.goto(`${listener.url}${everything}?q=nothing-like-it#${near}`);
    await target.waitFor();
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${listener.url}/scopes/standards?q=nothing#c-style`);
    expect(await plain.locator('.rule:visible').allInnerTexts()).toEqual([
      expect.stringContaining('Keep to the formatter'),
    ]);
    const category = largeCategory(290);
    await plain.goto(`${listener.url}${everything}#c-${category}`);
    await plain.getByRole('link', { name: 'retries-290' }).click();
    expect(await plain.locator('.category').first().textContent()).toContain(category);
    await plain.context().close();
  });

  test('rules, categories and commands are copied', async () => {
    await page.goto(`${listener.url}${everything}?category=${largeCategory(290)}`);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    const section = page.locator('.category').first();
    await section.getByRole('button', { name: 'Copy rule' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(copied).toMatch(/^- \*\*MUST\*\*: Handle retries number 290 /);
    await section.getByRole('button', { name: `Copy ${largeCategory(290)}` }).click();
    await expect.poll(copied).toMatch(/^# area-14\.retries-290\n\n\*When .*\*\n\n(- \*\*\w+\*\*: .*\n){3}$/);
    await section.getByRole('button', { name: 'Copy command' }).click();
    await expect.poll(copied).toBe(`precept rules everything --categories ${largeCategory(290)}`);
  });

  test('filter and place stay in view', async () => {
    await page.goto(listener.url + everything);
    await page.locator('.category').nth(8).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 1500);
    const inView = async () => {
      const { y = -1, height = 0 } = (await box().boundingBox()) ?? {};
      return y >= 0 && y + height <= 900;
    };
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(1000);
    expect(await inView()).toBe(true);
    await expect.poll(() => page.locator('.toc .here').count()).toBe(1);
    expect(await page.locator('.toc a[aria-current]').count()).toBe(1);
  });

  test.each([
    [1440, 900],
    [390, 844],
  ])('the start opens at the roots, with the list in sight, %i wide', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${listener.url}/`);
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y;
    expect(await top('.lineage-tree a')).toBeLessThan(height - 100);
    expect(await top('.cards .card h3')).toBeLessThan(height - 20);
    await box().fill('project-03 team-2');
    expect(await page.locator('.lineage-tree a:visible').allInnerTexts()).toEqual([
      'company',
      'team-2',
      'team-2-project-03',
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  const looks = [
    ['light', 320],
    ['dark', 390],
    ['light', 1440],
  ] as const;
  test.each(looks)(
    'axe finds nothing serious and nothing stands out, %s and %i wide',
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const judged = await context.newPage();
      const paths = ['/', '/?q=project-03', everything, `${everything}?q=290`, '/scopes/company', '/nowhere'];
      for (const [row, path] of paths.entries()) {
        if (!inTurn(looks, row).some((one) => one.join() === [colorScheme, width].join())) continue;
        await judged.goto(listener.url + path);
        expect([path, await judged.evaluate(sidewaysOf)]).toEqual([path, []]);
        expect([path, await seriousOn(judged)]).toEqual([path, []]);
      }
      await context.close();
    },
  );
});
