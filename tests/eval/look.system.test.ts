import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { violationsOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { writeFiles } from '../support/folder.ts';
import { testService } from '../support/service.ts';

const assets = new URL('../../dist/', import.meta.url);
const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

/** The report of an experiment, as it is kept. */
function report(day: number, passes: number) {
  const id = 'cursor-paging';
  const compared = { pairs: 20, difference: passes / 20, interval: [passes / 20 - 0.2, passes / 20] };
  const counts = { runs: 20, offered: 20, read: 18, followed: passes };
  const arms = [
    { arm: 'none', passes: 0, runs: 20, rate: 0, interval: [0, 0.1611] },
    { arm: 'scope', passes, runs: 20, rate: passes / 20, interval: [passes / 20 - 0.1, passes / 20 + 0.05] },
  ];
  return {
    ...{ run: `day-${day}`, scope_name: 'shop', created: `2026-03-0${day}T10:00:00Z` },
    ...{ commit: String(day).repeat(40), planned: 80, done: 80 },
    evals: [
      { name: id, arms },
      { name: long, arms },
    ],
    rules: [
      { id, verdict: 'helps', ...counts, arm: 'scope', against: 'none', ...compared },
      {
        id: long,
        verdict: 'not shown',
        ...counts,
        arm: 'scope',
        against: 'none',
        ...compared,
        runs_needed: 61,
      },
    ],
  };
}

describe.skipIf(browserPath === undefined)(`the page of evaluations in a browser${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;

  beforeAll(async () => {
    const { service } = await testService({ 'shop/commandments.yml': 'api: {ruleset: [Page]}\n' });
    const kept = [1, 2, 3].map((day) => [
      `day-${day}/report.json`,
      JSON.stringify(report(day, 10 + 3 * day)),
    ]);
    await writeFiles(join(service.config.checkout, '.precept/evals'), Object.fromEntries(kept));
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  test.each([
    ['light', 1440],
    ['dark', 320],
  ] as const)('has nothing that axe finds or that stands out, %s and %d wide', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${listener.url}/scopes/shop/evals`);
    if (process.env.PRECEPT_SHOTS)
      await page.screenshot({
        path: `${process.env.PRECEPT_SHOTS}/${colorScheme}-${width}.png`,
        fullPage: true,
      });
    expect(await violationsOn(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    // Each label lies in its picture.
    const lefts = "[...document.querySelectorAll('svg.intervals text')].map((text) => text.getBBox().x)";
    expect(Math.min(...((await page.evaluate(lefts)) as number[]))).toBeGreaterThanOrEqual(0);
    // An interval and a share for each evaluation and arm, and for each rule and commit.
    expect(await page.locator('svg.intervals .interval').count()).toBe(4 + 6);
    expect(await page.locator('svg.intervals circle').count()).toBe(4 + 6);
    await context.close();
  });

  test('is printed with its figures', async () => {
    const page = await browser.newPage();
    await page.goto(`${listener.url}/scopes/shop/evals`);
    const figures = page.getByText('19 of 20, 85 % to 100 %').first();
    expect(await figures.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    if (process.env.PRECEPT_SHOTS)
      await page.screenshot({ path: `${process.env.PRECEPT_SHOTS}/print.png`, fullPage: true });
    expect(await figures.isVisible()).toBe(true);
    await page.close();
  });
});
