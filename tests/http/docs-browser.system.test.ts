import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { operations } from '../../src/service/operations.ts';
import { violationsOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { smallContent } from './client.ts';

// The files of Swagger UI come from the build, which runs before the tests.
const assets = new URL('../../dist/', import.meta.url);

describe.skipIf(browserPath === undefined)(`/docs in a browser without internet${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;
  let page: Page;
  const outside: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const { service } = await testService(smallContent);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
    page = await browser.newPage();
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(`${listener.url}/`) || url.startsWith('data:')) return route.continue();
      outside.push(url);
      return route.abort();
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${listener.url}/docs`);
    await page.waitForSelector('.opblock');
  });

  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  test('every operation is there', async () => {
    const shown = await page.locator('.opblock .opblock-summary-path').allInnerTexts();
    const paths = shown.map((text) => text.replace(/\u200b/g, ''));
    for (const { http } of operations) {
      if (http !== null) expect(paths).toContain(`/api/v1${http.path}`);
    }
  });

  test('"Try it out" on the rules shows the real answer', async () => {
    const block = page.locator('#operations-Rules-get_rules');
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    const scope = block.locator('tr[data-param-name="scope_name"] input');
    expect(await scope.inputValue()).toBe('acme');
    await scope.fill('shop');
    await block.getByRole('button', { name: 'Execute' }).click();
    const body = block.locator('.live-responses-table .response .highlight-code').first();
    await body.waitFor();
    const answer = JSON.parse((await body.locator('code').textContent()) ?? '');
    const direct = await (await fetch(`${listener.url}/api/v1/scopes/shop/rules`)).json();
    expect(answer).toEqual(direct);
    expect(answer.suggestions['backend.api'].rules).toEqual(['Name the scope: shop']);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
  });

  test('Markdown can be chosen', async () => {
    const block = page.locator('#operations-Rules-get_rules');
    await block.locator('.responses-wrapper select.content-type').first().selectOption('text/markdown');
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.locator('.live-responses-table .response', { hasText: '# Rules for shop' }).waitFor();
  });

  const looks = [
    ['dark', 360],
    ['light', 1280],
  ] as const;
  test.each(inTurn(looks, 0))(
    'axe finds nothing, %s and %d wide, whatever is open',
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const judged = await context.newPage();
      await judged.goto(`${listener.url}/docs`);
      await judged.waitForSelector('.opblock');
      expect(await violationsOn(judged)).toEqual([]);
      const rules = judged.locator('#operations-Rules-get_rules');
      const feedback = judged.locator('#operations-Feedback-submit_feedback');
      for (const block of [rules, feedback]) {
        await block.locator('.opblock-summary-control').click();
        await block.getByRole('button', { name: 'Try it out' }).click();
      }
      await rules.getByRole('button', { name: 'Execute' }).click();
      await rules.locator('.live-responses-table .response .highlight-code').first().waitFor();
      expect(await violationsOn(judged)).toEqual([]);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await judged.evaluate(overflow)).toBe(0);
      const paper = await judged.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 24, 30)' : 'rgb(255, 255, 255)');
      await context.close();
    },
  );

  test('groups, and links, lead back to the explorer', async () => {
    expect(await page.locator('h3.opblock-tag a.nostyle').allInnerTexts()).toEqual([
      ...['Scopes', 'Rules', 'Katas', 'Skills', 'Vision', 'Feedback', 'Usage', 'Servers'],
    ]);
    expect(await page.locator('h3.opblock-tag').getByRole('link', { name: 'In the explorer' }).count()).toBe(
      8,
    );
    expect(await page.getByRole('link', { name: 'Scopes', exact: true }).first().getAttribute('href')).toBe(
      '/',
    );
  });

  test('nothing was asked of other hosts, and the browser has no complaint', () => {
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
