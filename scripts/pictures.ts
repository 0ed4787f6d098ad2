// `npm run pictures`: draws docs/public/*.png with Chromium, from the explorer with the example content. `--check` draws nothing and
// fails where a page that a picture shows has changed since; where no Chromium is, nobody could draw it, and it only says so.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { browserPath, launchBrowser } from '../tests/support/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'docs/public');
const record = path.join(folder, 'pictures.json');
const origin = 'http://127.0.0.1:8000';
const explorerPath = '/scopes/checkout?categories=checkout';

// The bundler puts the version in; this runs the sources.
Object.assign(globalThis, { __PRECEPT_VERSION__: '0.0.0' });
const { createHttpApp, createService } = await import('../src/index.ts');

const service = await createService({
  cwd: path.join(root, 'examples/acme'),
  // Nothing that differs from one machine or day to the next.
  settings: { rules_path: 'rules', default_scope: 'checkout', authorship: false },
});
const app = createHttpApp(service, { host: '127.0.0.1', port: 8000 });
const ask = async (address: string): Promise<Response> => {
  const answer = await app.fetch(new Request(address));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer;
};
const icon = await readFile(path.join(folder, 'icon.svg'), 'utf8');
const card = `<!doctype html><style>
  body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 220px 1fr; align-items: center; gap: 60px;
    box-sizing: border-box; padding: 0 80px; background: #1b1b1f; color: #fff; font: 36px/1.4 sans-serif }
  h1 { font-size: 96px; margin: 0 } p { margin: 16px 0 0; color: #c9cbe0 }
</style>${icon}<div><h1>Precept</h1><p>Rules, procedures and product vision of your organisation, where coding agents work</p></div>`;

/** What each picture shows, as text: a picture is stale when this has changed. */
async function sourcesOf(): Promise<Record<string, string>> {
  const html = await (await ask(origin + explorerPath)).text();
  const styles = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  );
  const texts = await Promise.all(styles.map(async (href) => (await ask(new URL(href, origin).href)).text()));
  return { explorer: [html, ...texts].join('\n'), card };
}

const digests = Object.fromEntries(
  Object.entries(await sourcesOf()).map(([name, text]) => [
    name,
    createHash('sha256').update(text).digest('hex'),
  ]),
);
const drawn = JSON.parse(await readFile(record, 'utf8').catch(() => '{}')) as Record<string, string>;
const stale = Object.keys(digests).filter((name) => digests[name] !== drawn[name]);

if (!process.argv.includes('--check')) await draw();
else if (stale.length > 0) {
  console.error(
    `The pages behind these pictures of docs/public have changed: ${stale.join(', ')}. Run "npm run pictures".`,
  );
  if (browserPath === undefined)
    console.error('There is no Chromium here to draw them with, so this is no failure.');
  else process.exitCode = 1;
}
await app.close();
await service.close();

async function draw(): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, { colorScheme, viewport: { width: 1180, height: 860 } });
      await page.goto(origin + explorerPath);
      await save(page, `explorer-${colorScheme}`);
    }
    const page = await openPage(browser, { colorScheme: 'dark', viewport: { width: 1200, height: 630 } });
    await page.setContent(card);
    await save(page, 'card');
  } finally {
    await browser.close();
  }
  await writeFile(record, `${JSON.stringify(digests, null, 2)}\n`);
}

/** A page whose requests the app answers, without a listener. */
async function openPage(browser: Browser, options: Parameters<Browser['newPage']>[0]): Promise<Page> {
  const page = await browser.newPage(options);
  await page.route('**/*', async (route) => {
    const answer = await ask(route.request().url());
    const body = Buffer.from(await answer.arrayBuffer());
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  });
  return page;
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
