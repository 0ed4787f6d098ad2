// The site of docs/ as readers see it: axe finds nothing on any page, in light and in dark, and no page is wider than the screen.
// It builds the site; about 3 minutes.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { tempFolder } from '../support/folder.ts';

const vitepress = fileURLToPath(new URL('../../node_modules/vitepress/bin/vitepress.js', import.meta.url));
const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

describe.skipIf(browserPath === undefined)(`the site${whyNoBrowser}`, () => {
  let pages: string[];
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    const outDir = await tempFolder();
    await promisify(execFile)(process.execPath, [vitepress, 'build', docs, '--outDir', outDir]);
    const files = await readdir(outDir, { recursive: true });
    pages = files.filter((file) => file.endsWith('.html') && file !== '404.html');
    server = createServer(async ({ url = '/' }, answer) => {
      const file = path.join(outDir, decodeURIComponent(url.replace(/\?.*/, '')));
      answer.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
      answer.end(await readFile(file).catch(() => ''));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
    server?.close();
  });

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has nothing that keeps people out, %s and %i pixels wide', async (colorScheme, width) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    const { port } = server.address() as AddressInfo;
    expect(pages.length).toBeGreaterThan(40);
    for (const file of pages) {
      await page.goto(`http://127.0.0.1:${port}/${file}`, { waitUntil: 'networkidle' });
      expect.soft(await violationsOn(page), file).toEqual([]);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), file).toBe(0);
    }
  });
});
