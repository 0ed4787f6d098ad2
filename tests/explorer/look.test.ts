import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener.ts';
import { startHttp } from '../../src/faces/http/start.ts';
import { browserPath, launchBrowser, whyNoBrowser } from '../support/browser.ts';
import { testService } from '../support/service.ts';

const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
const many = Array.from({ length: 9 }, (_, index) => `n${index}`);
const assets = new URL('../../dist/', import.meta.url);

const content = {
  'shop/katas.yml': `words:
  katas:
    long:
      procedure: |
        #!fcyaml
        flowchart:
          name: ${long}
          nodes:
            - {id: a, type: process, description: "Start with \`${long}\`", next: b}
            - {id: b, type: decision, description: "Is https://example.com/${long} there?", next: {yes: c, no: a}}
            - {id: c, type: process, role: ${long}, description: Done}
    wide:
      procedure: |
        #!fcyaml
        flowchart:
          name: Wide
          nodes:
            - {id: s, type: fork, description: Begin, next: [${many.join(', ')}]}
${many.map((id) => `            - {id: ${id}, type: process, description: Look at part ${id} of the whole and say what you see, next: e}`).join('\n')}
            - {id: e, type: sync, description: All seen}
    text:
      procedure: |
        1. Read the [handbook](https://example.com/handbook) and \`npm ci\`.

        | Name | ${long} |
        |------|---|
        | one  | ${long} |
`,
};

describe.skipIf(browserPath === undefined)(`how pages look in a browser${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const { service } = await testService(content);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await launchBrowser();
    page = await browser.newPage();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await listener?.close();
  });

  async function open(path: string, width: number): Promise<void> {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(listener.url + path);
  }

  /** What stands out of the window at the right, and is in nothing that scrolls. */
  const standingOut = () =>
    page.evaluate(`[...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.scroll, .skip') || element.matches('.scroll'))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80))`);

  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`there is no ${selector}`);
    return box;
  };

  test.each([1440, 900, 390, 320])('long words stay in their column, %d wide', async (width) => {
    await open('/scopes/shop/katas/words/long', width);
    expect(await standingOut()).toEqual([]);
    const picture = await boxOf('.picture');
    for (const step of await page.locator('.steps > li, .steps code').all()) {
      const box = await step.boundingBox();
      const isBeside = (box?.x ?? 0) + (box?.width ?? 0) <= picture.x;
      expect(isBeside || (box?.y ?? 0) + (box?.height ?? 0) <= picture.y).toBe(true);
    }
  });

  test('a wide picture scrolls, fits by a control, and is printed whole', async () => {
    await open('/scopes/shop/katas/words/wide', 1440);
    expect(await standingOut()).toEqual([]);
    const panel = await boxOf('.picture');
    expect((await boxOf('svg.flowchart')).width).toBeGreaterThan(panel.width);
    await page.getByRole('checkbox', { name: 'Fit the picture to the page' }).press('Space');
    expect((await boxOf('svg.flowchart')).width).toBeLessThanOrEqual(panel.width);
    await page.getByRole('checkbox').press('Space');
    await page.emulateMedia({ media: 'print' });
    expect((await boxOf('svg.flowchart')).width).toBeLessThanOrEqual((await boxOf('main')).width);
    expect(await page.getByRole('checkbox').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });

  test('a kata says where it is, and its Markdown is drawn', async () => {
    await open('/scopes/shop/katas/words/text', 390);
    expect(await standingOut()).toEqual([]);
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).locator('li').allInnerTexts()).toEqual([
      'Scopes',
      'shop',
      'Katas',
      'words',
      'text',
    ]);
    const tabs = page.getByRole('navigation', { name: 'Parts of scope shop' });
    expect(await tabs.locator('[aria-current]').textContent()).toContain('Katas');
    expect(await page.getByRole('link', { name: 'handbook' }).getAttribute('href')).toBe(
      'https://example.com/handbook',
    );
    expect(await page.locator('main table th').count()).toBe(2);
    expect((await boxOf('main th')).width).toBeGreaterThan(60);
  });
});
