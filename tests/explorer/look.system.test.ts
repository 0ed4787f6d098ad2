import { appendFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import type { Watch } from '../../src/runtime/watch/watch-files.ts';
import { watchContent } from '../../src/service/tasks/watch-content.ts';
import { seriousOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { writeFiles } from '../support/folder.ts';
import { inTurn } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { wideKata } from './content.ts';

const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
const assets = new URL('../../dist/', import.meta.url);

const stories = Array.from({ length: 80 }, (_, index) => {
  const ac = `AC${index + 1}.1: {given: a cart, when: I pay, then: it is mine, checks: [{test: pays ${index}}]}`;
  return `  US${index + 1}: {who: a customer, what: story ${index + 1}, why: I can, tags: [t${index % 3}], acs: {${ac}}}\n`;
});
const result = { scope: 'shop', ac: 'AC1.1', check: 'pays 0', passed: false, state: 'failed' };
const results = [1, 2, 3].map((day) => {
  const more = { timestamp: `2026-03-0${day}T10:00:00.000Z`, source: 'r.xml sha256:0123456789abcdef' };
  return `${JSON.stringify({ ...result, ...more, message: long })}\n`;
});

const content = {
  'other/commandments.yml': 'a:\n  ruleset: [Other]\n',
  'shop/commandments.yml': 'a:\n  ruleset: [Old]\n',
  'shop/tenka.yml': `tenka:\n${stories.join('')}`,
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
${wideKata}    text:
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
  let watch: Watch;
  let rulesPath: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    const opened = await testService(content);
    const { service } = opened;
    rulesPath = opened.rulesPath;
    await appendFile(service.config.settings.validation_file, results.join(''));
    watch = watchContent(service, Date.now());
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
  });

  afterAll(async () => {
    await closePages();
    watch?.close();
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

  test('folded stories open by the keyboard, for a link into them, and in print', async () => {
    await open('/scopes/shop/tenka', 1440);
    const last = page.locator('#AC80\\.1');
    expect(await last.isVisible()).toBe(false);
    await page.locator('#US80 > summary').press('Enter');
    expect(await last.isVisible()).toBe(true);
    await open('/scopes/shop/tenka/coverage', 1440);
    await page.getByRole('link', { name: 'AC70.1' }).click();
    // The page's script opens it, once the page is there.
    await page.locator('#AC70\\.1').waitFor();
    expect(await page.locator('#AC60\\.1').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#AC60\\.1').isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });

  test('stories are narrowed while one types or chooses, those of a narrowed page too', async () => {
    const box = page.getByRole('searchbox', { name: 'Filter criteria' });
    const line = () => page.locator('.filtered').textContent();
    const shown = () => page.locator('.ac:visible strong').first().textContent();
    await open('/scopes/shop/tenka', 1440);
    await box.fill('Story 80');
    expect(await line()).toBe('Filtered by “Story 80”: 1 of 80 acceptance criteria');
    expect(await page.locator('.story:visible').count()).toBe(1);
    expect(await shown()).toBe('AC80.1');
    await box.fill('nothing like it');
    expect(await page.locator('#filter-empty').isVisible()).toBe(true);
    await box.fill('');
    expect(await line()).toBe('');
    // Below the window they are shown when that is painted.
    await expect.poll(() => page.locator('.story:visible').count()).toBe(80);
    expect(await page.locator('.ac:visible').count()).toBe(0);
    await page.getByRole('combobox', { name: /^Tag/ }).selectOption('t1');
    expect(await line()).toBe('Filtered by tag t1: 27 of 80 acceptance criteria');
    // A page that the server has narrowed has the rest as soon as somebody asks for it.
    await open('/scopes/shop/tenka?state=failed', 1440);
    expect(await page.locator('.ac').count()).toBe(1);
    await page.getByRole('combobox', { name: /^State/ }).selectOption('not_run');
    await expect.poll(line).toBe('Filtered by not run: 79 of 80 acceptance criteria');
    await box.fill('story 80');
    expect(await shown()).toBe('AC80.1');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === '?q=story+80&state=not_run');
    await page.reload();
    expect(await line()).toBe('Filtered by not run, “story 80”: 1 of 80 acceptance criteria');
    await page.getByRole('link', { name: 'Show all' }).click();
    // A click waits for the answer, and not until all of the page has come.
    await page.waitForURL((url) => url.search === '');
    expect(await page.locator('.story').count()).toBe(80);
  });

  test('the stories that a narrowed page shows stay open when its filter is cleared, and the others can be unfolded', async () => {
    const box = page.getByRole('searchbox', { name: 'Filter criteria' });
    const unfold = page.getByRole('link', { name: 'Unfold all stories' });
    await open('/scopes/shop/tenka?q=story+80', 1440);
    expect([await page.locator('.story[open]').count(), await unfold.count()]).toEqual([1, 0]);
    // What the filter is when the rest has come is no longer asked for when it is cleared.
    await box.focus();
    await expect.poll(() => unfold.getAttribute('href')).toContain('q=story+80');
    await box.fill('');
    await expect.poll(() => page.locator('.story:visible').count()).toBe(80);
    expect(await page.locator('#AC80\\.1').isVisible()).toBe(true);
    expect(await page.locator('.story[open]').count()).toBe(1);
    await unfold.click();
    await page.waitForURL(/\?all=1$/);
    expect(await page.locator('.story[open]').count()).toBe(80);
    // So it is where a choice is taken back.
    await open('/scopes/shop/tenka?state=failed', 1440);
    await page.getByRole('combobox', { name: /^State/ }).selectOption('');
    await expect.poll(() => page.locator('.story:visible').count()).toBe(80);
    expect(await page.locator('#AC1\\.1').isVisible()).toBe(true);
    await box.fill('story 7');
    expect(await unfold.getAttribute('href')).toContain('q=story+7');
  });

  test('unfolding all stories keeps what is filtered by, typed or not, with a script and without', async () => {
    const unfold = (on: Page) => on.getByRole('link', { name: 'Unfold all stories' });
    const box = (on: Page) => on.getByRole('searchbox', { name: 'Filter criteria' });
    await open('/scopes/shop/tenka', 1440);
    await box(page).fill('story');
    await page.getByRole('combobox', { name: /^Tag/ }).selectOption('t1');
    await unfold(page).click();
    await page.waitForURL(/all=1/);
    expect(new URL(page.url()).search).toBe('?all=1&q=story&tag=t1');
    expect(await box(page).inputValue()).toBe('story');
    expect(await page.locator('.story[open]:visible').count()).toBe(27);
    await box(page).fill('story 1');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).searchParams.get('all')).toBe('1');
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(`${listener.url}/scopes/shop/tenka?q=story&state=not_run&tag=t1`);
    await unfold(plain).click();
    expect(new URL(plain.url()).search).toBe('?q=story&state=not_run&tag=t1&all=1');
    await box(plain).fill('story 1');
    await plain.keyboard.press('Enter');
    await plain.waitForURL(/q=story\+1&/);
    expect(new URL(plain.url()).searchParams.get('all')).toBe('1');
    await plain.context().close();
  });

  test('stories are narrowed by the form, and a printed list says by what', async () => {
    await open('/scopes/shop/tenka', 390);
    await page.getByRole('combobox', { name: /^State/ }).selectOption('failed');
    await page.getByRole('searchbox', { name: 'Filter criteria' }).fill('PAY');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=PAY&state=failed/);
    expect(await page.locator('.ac:visible').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.filtered').isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });

  test('a printed list of rules says by what it is filtered', async () => {
    const printed = async () => {
      await page.emulateMedia({ media: 'print' });
      const status = page.locator('#filter-status');
      const before = await page.evaluate(
        'getComputedStyle(document.querySelector("#filter-status"), "::before").content',
      );
      const shown = [await status.isVisible(), before, await status.textContent()];
      await page.emulateMedia({ media: null });
      return shown;
    };
    await open('/scopes/other?q=oth', 1440);
    expect(await printed()).toEqual([true, '"Filtered by “oth”: "', '1 of 1 rule']);
    await page.getByRole('searchbox', { name: 'Filter rules' }).fill('x y');
    expect(await printed()).toEqual([true, '"Filtered by “x y”: "', '0 of 1 rule']);
    await page.getByRole('searchbox', { name: 'Filter rules' }).fill('');
    expect((await printed())[0]).toBe(false);
  });

  const looks = [
    ['light', 1440],
    ['dark', 320],
  ] as const;
  test.each(looks)(
    'axe finds nothing serious, and nothing stands out, %s and %d wide',
    async (colorScheme, width) => {
      await page.emulateMedia({ colorScheme });
      const paths = [
        '/scopes/shop/katas/words/wide',
        '/scopes/shop/katas/words/text',
        '/scopes/shop/tenka',
        '/scopes/shop/tenka?state=failed&tag=t0',
        '/scopes/shop/tenka/AC1.1',
        '/scopes/shop/tenka/coverage',
      ];
      for (const [row, path] of paths.entries()) {
        if (!inTurn(looks, row).some(([scheme]) => scheme === colorScheme)) continue;
        await open(path, width);
        expect([path, await seriousOn(page), await standingOut()]).toEqual([path, [], []]);
      }
      await page.emulateMedia({ colorScheme: null });
    },
  );

  test('an open page says that its content has changed, moves nothing, and shows it when asked', async () => {
    const other = await browser.newPage();
    const looksAt = (one: Page, path: string) =>
      one.waitForResponse(
        (response) => response.request().method() === 'HEAD' && response.url() === listener.url + path,
      );
    const looked = [looksAt(other, '/scopes/other'), looksAt(page, '/scopes/shop')];
    await other.goto(`${listener.url}/scopes/other`);
    await open('/scopes/shop', 1440);
    // Both have heard how they were when they were opened.
    await Promise.all(looked);
    const before = await boxOf('main');
    await writeFiles(rulesPath, { 'shop/commandments.yml': 'a:\n  ruleset: [New]\n' });
    const note = page.locator('p.live', { hasText: 'What this page shows has changed.' });
    await note.waitFor();
    expect(await note.getAttribute('role')).toBe('status');
    expect(await boxOf('main')).toEqual(before);
    expect(await page.locator('main').textContent()).toContain('Old');
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.locator('main', { hasText: 'New' }).waitFor();
    expect(await other.locator('p.live').textContent()).toBe('');
    await other.close();
  });

  test('nothing of it is there without JavaScript, and the browser has no complaint', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${listener.url}/scopes/shop`);
    expect(await plain.locator('.live').count()).toBe(0);
    await context.close();
    expect(complaints).toEqual([]);
  });
});
