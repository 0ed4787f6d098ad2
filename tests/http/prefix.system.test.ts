import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import type { Watch } from '../../src/runtime/watch/watch-files.ts';
import { watchContent } from '../../src/service/tasks/watch-content.ts';
import { afterFile } from '../support/after-file.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { writeFiles } from '../support/folder.ts';
import { testService } from '../support/service.ts';

const prefix = '/team/precept';

/** A proxy that has the server below a path, as `location /team/precept/ { proxy_pass http://…/; }` of nginx does. */
async function startProxy() {
  let port = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end('not of Precept');
    const path = url.slice(prefix.length);
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    outgoing.on('close', () => asked.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port: own } = proxy.address() as AddressInfo;
  const leadsTo = (to: number) => {
    port = to;
  };
  return { url: `http://127.0.0.1:${own}${prefix}`, leadsTo };
}

describe.skipIf(browserPath === undefined)(`a browser at a proxy with a path${whyNoBrowser}`, () => {
  let listener: Listener;
  let watch: Watch;
  let browser: Browser;
  let url: string;
  let rulesPath: string;

  beforeAll(async () => {
    const proxy = await startProxy();
    url = proxy.url;
    const opened = await testService(
      { 'shop/commandments.yml': 'a:\n  ruleset: [Old]\n' },
      { public_url: url },
    );
    const { service } = opened;
    rulesPath = opened.rulesPath;
    watch = watchContent(service, Date.now());
    const assets = new URL('../../dist/', import.meta.url);
    listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
    proxy.leadsTo(listener.port);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
    watch?.close();
    await listener?.close();
  });

  test('follows links, sends forms, tries the API out, and hears of changes', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const asked = message.location().url;
      // That one a browser asks the host for by itself.
      if (['error', 'warning'].includes(message.type()) && !asked.endsWith('/favicon.ico'))
        complaints.push(`${message.text()} ${asked}`);
    });
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: 'shop' }).first().click();
    await page.waitForURL(`${url}/scopes/shop`);
    await page.locator('p.live').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await writeFiles(rulesPath, { 'shop/commandments.yml': 'a:\n  ruleset: [New]\n' });
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.locator('main', { hasText: 'New' }).waitFor();
    await page.getByRole('searchbox', { name: /in all scopes/ }).fill('new');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/find?q=new`);
    await page.goto(`${url}/docs`);
    await page.getByRole('button', { name: /List the scopes/ }).click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().startsWith(`${url}/api/v1/scopes`));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    expect(complaints).toEqual([]);
  });
});
