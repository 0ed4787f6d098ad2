import { beforeAll, describe, expect, test } from 'vitest';
import { stopDate } from '../support/clock.ts';
import { writeFiles } from '../support/folder.ts';
import { type HttpClient, httpClient, smallContent } from './client.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(smallContent);
});

const paths = ['/api/v1/scopes', '/api/v1/scopes/shop', '/api/v1/scopes/shop/rules', '/openapi.json'];

describe.each(paths)('GET %s', (path) => {
  test('has a strong ETag and must be revalidated', async () => {
    const { headers } = await client.get(path);
    expect(headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toBe('Accept');
    expect((await client.get(path)).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('is 304 for its own tag, in every way a client may write it', async () => {
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`, `W/"a,b" , W/${tag},"c"`, '*']) {
      const response = await client.get(path, { 'if-none-match': value });
      expect(response.status, value).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(tag);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('vary')).toBe('Accept');
    }
  });

  test('is 200 for another tag', async () => {
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    for (const value of ['"x"', '', 'W/', tag.slice(1, -1), `"${tag}`.slice(0, -1)]) {
      expect((await client.get(path, { 'if-none-match': value })).status, value).toBe(200);
    }
  });
});

test.each(['/docs', '/swagger-ui/start.js', '/explorer/explorer.css', '/', '/health', '/ready'])(
  'GET %s, which is no operation, has a tag too and is 304 for it',
  async (path) => {
    const response = await client.get(path);
    expect(response.status).toBe(200);
    const tag = response.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const isPressed = path === '/' || path.startsWith('/explorer/');
    const vary = isPressed ? 'Accept, Accept-Encoding' : 'Accept';
    expect(response.headers.get('vary')).toBe(vary);
    const length = String(Buffer.byteLength(await response.text()));
    expect(response.headers.get('content-length')).toBe(length);
    const again = await client.get(path, { 'if-none-match': tag });
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
    expect(again.headers.get('cache-control')).toBe(response.headers.get('cache-control'));
    expect(again.headers.get('vary')).toBe(vary);
    expect((await client.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  },
);

test('each representation has its own tag', async () => {
  const tags = await Promise.all(
    ['application/json', 'text/markdown', 'application/yaml'].map(async (accept) =>
      (await client.get('/api/v1/scopes/shop/rules', { accept })).headers.get('etag'),
    ),
  );
  expect(new Set(tags).size).toBe(3);
});

test('a tag changes with the content, once it is read again', async () => {
  const other = await httpClient(smallContent);
  const path = '/api/v1/scopes/acme/rules';
  const before = (await other.get(path)).headers.get('etag') ?? '';
  await writeFiles(other.rulesPath, { 'acme/commandments.yml': 'delivery:\n  ruleset: [Something else]\n' });
  expect((await other.get(path, { 'if-none-match': before })).status).toBe(304);
  await other.send('/api/v1/reload', { method: 'POST' });
  const after = await other.get(path, { 'if-none-match': before });
  expect(after.status).toBe(200);
  expect(await after.text()).toContain('Something else');
});

test('HEAD is 304 too, and a problem has no tag', async () => {
  const tag = (await client.get('/api/v1/scopes')).headers.get('etag') ?? '';
  const head = await client.send('/api/v1/scopes', { method: 'HEAD', headers: { 'if-none-match': tag } });
  expect(head.status).toBe(304);
  const missing = await client.get('/api/v1/scopes/none/rules', { 'if-none-match': '*' });
  expect([missing.status, missing.headers.get('etag'), missing.headers.get('cache-control')]).toEqual([
    404,
    null,
    'no-store',
  ]);
});

describe('an answer that was given before', () => {
  const path = '/api/v1/scopes/acme/rules';
  const changed = { 'acme/commandments.yml': 'delivery:\n  ruleset: [Something else]\n' };

  async function askedThrice(settings: Record<string, unknown> = {}): Promise<HttpClient> {
    const other = await httpClient(smallContent, settings);
    const texts = [];
    for (let asked = 0; asked < 3; asked++) texts.push(await (await other.get(path)).text());
    expect(new Set(texts).size).toBe(1);
    await writeFiles(other.rulesPath, changed);
    return other;
  }

  test('is given again until a reload, in the representation that is asked for', async () => {
    const other = await askedThrice();
    const kept = await other.get(path, { accept: 'text/markdown' });
    expect(kept.headers.get('content-type')).toContain('text/markdown');
    expect(await kept.text()).not.toContain('Something else');
    expect((await other.get(path, { accept: 'image/png' })).status).toBe(406);
    await other.send('/api/v1/reload', { method: 'POST' });
    expect(await (await other.get(path)).text()).toContain('Something else');
  });

  test('is forgotten when its time is over', async () => {
    const pass = stopDate();
    const other = await askedThrice({ cache_ttl_seconds: 1 });
    pass(1100);
    expect(await (await other.get(path)).text()).toContain('Something else');
  });

  test('is not kept where nothing is cached', async () => {
    const other = await askedThrice({ cache_ttl_seconds: 0 });
    expect(await (await other.get(path)).text()).toContain('Something else');
  });
});
