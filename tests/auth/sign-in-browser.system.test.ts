import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousOn } from '../support/axe.ts';
import { browserPath, closePages, sharedBrowser, whyNoBrowser } from '../support/browser.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, type RunningProgram, startProgram } from '../support/program.ts';
import { inTurn } from '../support/runs.ts';
import { audience, clientId, startIssuer, type TestIssuer } from './issuer.ts';
import { leaks } from './reader.ts';

describe.skipIf(browserPath === undefined)(`a person with a browser${whyNoBrowser}`, () => {
  let issuer: TestIssuer;
  let server: { readonly url: string; readonly program: RunningProgram };
  let rules: string;
  let browser: Browser;
  beforeAll(async () => {
    issuer = await startIssuer();
    issuer.claims.ada = { roles: ['owner'] };
    rules = await tempFolder({
      'open/commandments.yml': 'a:\n  ruleset: [Everybody]\n',
      'secret/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
      'secret/commandments.yml': 'a:\n  ruleset: [Classified]\n',
    });
    const program = await startProgram(['serve', '--port', '0', '--watch'], {
      env: {
        PRECEPT_RULES_PATH: rules,
        PRECEPT_LOG_LEVEL: 'debug',
        PRECEPT_AUTH_ISSUER_URL: issuer.url,
        PRECEPT_AUTH_AUDIENCE: audience,
        PRECEPT_AUTH_CLIENT_ID: clientId,
        PRECEPT_SESSION_SECRET: 'a-secret-of-more-than-32-characters-for-tests',
      },
    });
    server = { url: await addressOf(program), program };
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
  });

  /** Fills in the forms of the issuer. */
  async function agree(page: Page, account: string): Promise<void> {
    while (page.url().startsWith(issuer.url)) {
      const name = page.locator('input[name=login]');
      if ((await name.count()) > 0) {
        await name.fill(account);
        await page.locator('input[name=password]').fill('any');
      }
      const before = page.url();
      await page.locator('button[type=submit]').click();
      await page.waitForURL((url) => url.href !== before);
    }
  }

  test('hears of a change of the page that is open', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // It knows what it shows once it has looked.
    const looked = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await page.goto(`${server.url}/scopes/open`);
    await agree(page, 'ada');
    await looked;
    const note = page.locator('[role=status].live');
    await writeFile(path.join(rules, 'open', 'commandments.yml'), 'a:\n  ruleset: [All of us]\n');
    await note.getByRole('button', { name: 'Show it' }).click();
    await page.getByText('All of us').first().waitFor();
    await context.close();
  });

  test('signs in, out, and finds nothing when going back', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !page.url().startsWith(issuer.url))
        complaints.push(message.text());
    });
    await page.goto(`${server.url}/scopes/secret`);
    await agree(page, 'ada');
    expect(page.url()).toBe(`${server.url}/scopes/secret`);
    expect(await page.locator('main').textContent()).toContain('Classified');
    expect(await page.locator('.account').textContent()).toContain('Name of ada');
    expect(await page.evaluate('document.cookie')).toBe('');
    const cookies = (await context.cookies(server.url)).filter(({ name }) => name.startsWith('__Host-'));
    expect(cookies).toEqual([
      expect.objectContaining({ name: '__Host-precept', httpOnly: true, secure: true, sameSite: 'Lax' }),
    ]);
    expect(complaints).toEqual([]);
    // The page that tries the API out reads, and writes.
    await page.goto(`${server.url}/docs`);
    const status = (method: string, path: string) =>
      page.evaluate(`fetch('${path}', { method: '${method}' }).then(({ status }) => status)`);
    expect(await status('GET', '/openapi.json')).toBe(200);
    expect(await status('POST', '/api/v1/reload')).toBe(200);
    await page.goto(`${server.url}/find`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are signed out');
    expect(page.url()).toBe(`${server.url}/auth/signed-out`);
    expect((await context.cookies(server.url)).filter(({ name }) => name.startsWith('__Host-'))).toEqual([]);
    // The person signs out at the issuer, too.
    await context.clearCookies();
    await page.goBack();
    await page.waitForURL(`${issuer.url}/interaction/**`);
    await context.close();
  });

  test('signs in with two tabs at once', async () => {
    const context = await browser.newContext();
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    const paths = ['/find', '/scopes/secret'];
    await Promise.all(tabs.map((tab, index) => tab.goto(server.url + paths[index])));
    for (const tab of tabs) await agree(tab, 'ada');
    expect(tabs.map((tab) => tab.url())).toEqual(paths.map((path) => server.url + path));
    await context.close();
  });

  test('leaves nothing of tokens, codes and states in the log', () => {
    const log = server.program.stderr();
    expect(log).toMatch(/GET \/auth\/callback\?code=\*\*\*&state=\*\*\*&iss=\*\*\* 302/);
    expect(leaks(issuer, [log])).toEqual([]);
    expect(log).not.toMatch(/eyJ|__Host-/);
  });

  const looks = [
    ['light', 1440],
    ['dark', 390],
  ] as const;
  test.each(looks)('axe finds nothing serious on %s pages, %d wide', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${server.url}/`);
    await agree(page, 'bob');
    const paths = ['/', '/scopes/secret', '/scopes/none', '/auth/signed-out', '/auth/callback'];
    for (const [row, path] of paths.entries()) {
      if (!inTurn(looks, row).some(([scheme]) => scheme === colorScheme)) continue;
      await page.goto(server.url + path);
      if (process.env.PRECEPT_SHOTS)
        await page.screenshot({
          path: `${process.env.PRECEPT_SHOTS}/${colorScheme}-${width}${path.replaceAll('/', '_')}.png`,
        });
      expect([path, await seriousOn(page)]).toEqual([path, []]);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect([path, await page.evaluate(overflow)]).toEqual([path, 0]);
    }
    await context.close();
  });
});
