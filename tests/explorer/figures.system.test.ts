import { readFile, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { violationsOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { replaceFiles } from '../support/folder.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { content, plantFeedback, plantUsage } from '../usage/planted.ts';

const assets = new URL('../../dist/', import.meta.url);
const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const pages = ['/usage?days=365', '/usage?scope=shop&days=7', '/feedback', '/fleet'];

/** Rules in so many categories that no table shows all. */
const many = Array.from({ length: 80 }, (_, index) => `${long}.n${index}: {ruleset: [Rule ${index}]}\n`);

/** Reports of disputed rules, and of categories that are missed together. */
const reports = (file: string) =>
  readFile(file, 'utf8').then((text) => {
    const rules = [
      { category: 'delivery', rule: 'A' },
      { category: long, rule: long },
    ];
    const dispute = { timestamp: '2026-03-01T00:00:00Z', type: 'contradictory_rules', task: 't', rules };
    return `${text}${JSON.stringify(dispute)}\n${JSON.stringify({ ...dispute, task: 'u' })}\n`;
  });

describe.skipIf(browserPath === undefined)(`pages with figures${whyNoBrowser}`, () => {
  const closing: (() => Promise<unknown>)[] = [];
  let full: Awaited<ReturnType<typeof start>>;
  let empty: typeof full;
  let browser: Browser;

  beforeAll(async () => {
    const [usage, feedback] = [await plantUsage(), await plantFeedback()];
    await writeFile(feedback, await reports(feedback));
    await writeFile(usage, await recent(usage));
    const rules = { ...content, 'wide/suggestions.yml': many.join('') };
    full = await start(rules, { usage: true, usage_file: usage, feedback_file: feedback });
    empty = await start({}, {});
    await readers();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
    for (const close of closing) await close();
  });

  async function start(...given: Parameters<typeof testService>) {
    const { service, rulesPath } = await testService(...given);
    const { url, close } = await startHttp(service, {
      ...{ host: '127.0.0.1', port: 0, log: service.log, assets },
    });
    closing.push(close, service.close);
    return { url, rulesPath };
  }

  /** More readers than the table shows, some of them behind, one with many scopes and a long name. */
  async function readers(): Promise<void> {
    const ask = async (scope: string, name: string) => {
      const headers = { 'precept-reader': name, 'user-agent': 'precept/0.1.0' };
      await (await fetch(`${full.url}/api/v1/scopes/${scope}/bundle`, { headers })).arrayBuffer();
    };
    for (const scope of ['acme', 'shop', 'vault', 'wide']) await ask(scope, long.repeat(2));
    for (let index = 0; index < 30; index += 1) await ask('acme', `behind-${index}`);
    await replaceFiles(full.rulesPath, { 'acme/commandments.yml': 'delivery: {ruleset: [Z]}\n' });
    await fetch(`${full.url}/api/v1/reload`, { method: 'POST' });
    for (let index = 0; index < 190; index += 1) await ask('shop', `reader-${index}`);
  }

  const looks = [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const;
  test.each(looks)(
    'have nothing that axe finds or that stands out, with much and with nothing, %s and %d wide',
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 1400 } });
      const page = await context.newPage();
      for (const [state, { url }] of Object.entries({ full, empty })) {
        for (const [row, path] of pages.entries()) {
          if (!inTurn(looks, row).some((one) => one.join() === [colorScheme, width].join())) continue;
          await page.goto(url + path);
          if (process.env.PRECEPT_SHOTS)
            await page.screenshot({
              path: `${process.env.PRECEPT_SHOTS}/${state}-${colorScheme}-${width}${path.replaceAll(/\W/g, '_')}.png`,
            });
          expect([state, path, await violationsOn(page)]).toEqual([state, path, []]);
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect([state, path, await page.evaluate(overflow)]).toEqual([state, path, 0]);
        }
      }
      await context.close();
    },
  );

  test('show as much as they say', async () => {
    const page = await browser.newPage();
    await page.goto(`${full.url}/fleet`);
    const figures = await page.locator('.figures dd').allInnerTexts();
    expect(figures).toEqual(['221', '31']);
    expect(await page.locator('main tbody tr').count()).toBe(200);
    expect(await page.locator('main').textContent()).toContain('And 21 more');
    expect(await page.locator('main tbody tr').first().textContent()).toMatch(/behind.*Behind in acme/);
    expect(await page.locator('svg.parts rect').count()).toBe(2);
    await page.goto(`${full.url}/usage?days=365`);
    expect(await page.locator('svg.days rect').count()).toBe(120);
    await page.goto(`${empty.url}/usage`);
    expect(await page.locator('main').textContent()).toMatch(
      /Nothing is counted here.*There is nothing to read/s,
    );
    expect(await page.locator('main svg').count()).toBe(0);
    await page.close();
  });
});

/** The planted lines as if their last day were today, so that the page has bars. */
async function recent(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const shift = Math.floor(Date.now() / 86_400_000) * 86_400_000 - Date.UTC(2026, 2, 31);
  return text.replaceAll(/\d{4}-\d\d-\d\d(?=["T])/g, (date) =>
    new Date(Date.parse(date) + shift).toISOString().slice(0, 10),
  );
}
