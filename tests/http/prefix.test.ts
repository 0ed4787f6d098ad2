import { expect, test } from 'vitest';
import { audience } from '../auth/issuer.ts';
import { explorerContent } from '../explorer/content.ts';
import { httpClient, jsonOf, smallContent } from './client.ts';

const public_url = 'https://rules.example/precept/';
const html = { accept: 'text/html' };

/** Addresses on this server that a page leads to, loads or sends to. */
const addresses = (page: string) =>
  [...page.matchAll(/\b(?:href|src|action)="(\/[^"]*)"/g)].map(([, to = '']) => to);

test('behind a proxy with a path, every page leads, loads and sends to what lies below that path', async () => {
  const client = await httpClient(explorerContent, { public_url, usage: true });
  const plain = await httpClient(explorerContent);
  const todo = ['/', '/docs', '/nowhere', '/scopes/none', '/scopes/shop/katas/delivery/none'];
  const seen = new Set(todo);
  for (const path of todo) {
    const page = await (await client.get(path, html)).text();
    const found = addresses(page);
    expect(found.filter((to) => !to.startsWith('/precept/'))).toEqual([]);
    // Nothing else on the page is another one.
    const same = page.replaceAll('="/precept/', '="/');
    if (!path.startsWith('/usage')) expect(same).toBe(await (await plain.get(path, html)).text());
    for (const to of found) {
      const own = to.slice('/precept'.length).replace(/[?#].*/, '');
      if (seen.has(own) || /^\/(explorer|swagger-ui)\//.test(own)) continue;
      seen.add(own);
      todo.push(own);
    }
  }
  expect(todo.length).toBeGreaterThan(25);
  const moved = await client.get('/scopes/shop/vision');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/precept/scopes/shop/tenka']);
  // A browser that knows a page from before its address changed gets it anew.
  const tag = (await plain.get('/find', html)).headers.get('etag') ?? '';
  expect((await client.get('/find', { ...html, 'if-none-match': tag })).status).toBe(200);
  const own = (await client.get('/find', html)).headers.get('etag') ?? '';
  expect((await client.get('/find', { ...html, 'if-none-match': own })).status).toBe(304);
});

test("the API's description names that path, and pages of refusals lead below it", async () => {
  interface Description {
    readonly servers: readonly { readonly url: string }[];
    readonly tags: readonly { readonly externalDocs: { readonly url: string } }[];
    readonly info: { readonly description: string };
  }
  const client = await httpClient(smallContent, { public_url });
  const { servers, tags, info } = await jsonOf<Description>(client.get('/openapi.json'));
  expect(servers[0]?.url).toBe('/precept');
  expect(tags.every(({ externalDocs }) => externalDocs.url.startsWith('/precept/'))).toBe(true);
  expect(info.description).toContain('[explorer](/precept/)');
  const login = { auth_issuer_url: 'https://login.example', auth_audience: audience };
  const closed = await httpClient(smallContent, { ...login, public_url });
  const refused = await closed.get('/find', html);
  expect(refused.status).toBe(401);
  const found = addresses(await refused.text());
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((to) => !to.startsWith('/precept/'))).toEqual([]);
});
