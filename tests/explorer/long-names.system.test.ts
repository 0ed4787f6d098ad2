import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { testService } from '../support/service.ts';
import { sidewaysOf } from './boxes.ts';

const assets = new URL('../../dist/', import.meta.url);
const parent = 'a-very-long-scope-name_'.repeat(9).slice(0, 200);
const child = 'x'.repeat(200);
const category = 'category'.repeat(15);
const tag = 'tag'.repeat(40);
const kata = 'kata'.repeat(30);
const story = `{who: a, what: b, why: c, tags: [${tag}, b], acs: {AC1.1: {given: x, when: y, then: z}}}`;

const content = {
  [`${parent}/commandments.yml`]: `${category}:\n  tags: [${tag}]\n  ruleset: [Page lists by 50]\n`,
  [`${parent}/katas.yml`]: `a:\n  katas: {${kata}: 1. Do}\n`,
  [`${parent}/tenka.yml`]: `tenka:\n  US1: ${story}\n`,
  [`${child}/metadata.yml`]: `parent: ${parent}\n`,
  [`${child}/commandments.yml`]: 'b:\n  ruleset: [Page lists by 20]\n',
};

describe.skipIf(browserPath === undefined)(`names of 200 characters in a browser${whyNoBrowser}`, () => {
  let listener: Listener;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const { service } = await testService(content, { usage: true });
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    browser = await sharedBrowser();
    page = await browser.newPage();
  });

  afterAll(async () => {
    await closePages();
    await listener?.close();
  });

  test.each([390, 320])('nothing passes the edge of a page, %d wide', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      '/',
      '/find',
      `/find?q=page&scope=${child}&files=${'src/'.repeat(60)}x.ts`,
      `/scopes/${child}`,
      `/scopes/${child}/katas`,
      `/scopes/${parent}/katas/a/${kata}`,
      `/scopes/${parent}/tenka`,
      `/scopes/${parent}/tenka/AC1.1`,
      `/compare?from=${parent}&to=${child}`,
      '/conflicts',
      // It has counted the pages before.
      '/usage',
      `/usage?scope=${child}`,
    ]) {
      await page.goto(listener.url + path);
      const more = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, more, await page.evaluate(sidewaysOf)]).toEqual([path, 0, []]);
    }
  });
});
