import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/model/version.ts';
import { type HttpClient, httpClient, jsonOf, problemOf, type RulesBody, smallContent } from './client.ts';

let client: HttpClient;
beforeAll(async () => {
  client = await httpClient(smallContent);
});

describe('the API', () => {
  test('lists scopes as a bare sorted array, or with details', async () => {
    expect(await (await client.get('/api/v1/scopes')).json()).toEqual(['acme', 'shop']);
    const details = await (await client.get('/api/v1/scopes?details=1')).json();
    expect(details).toMatchObject([
      { name: 'acme' },
      { name: 'shop', description: 'The shop', parents: ['acme'] },
    ]);
  });

  test('answers the rules of a scope as JSON, Markdown and YAML', async () => {
    const path = '/api/v1/scopes/shop/rules';
    const json = await client.get(path);
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(await json.json()).toMatchObject({
      metadata: { name: 'shop', parent: null },
      suggestions: { 'backend.api': { rules: ['Name the scope: shop'] } },
    });
    const markdown = await client.get(path, { accept: 'text/markdown' });
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain('# Rules for shop');
    const yaml = await client.get(path, { accept: 'application/yaml' });
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(await yaml.text()).toContain('metadata:');
  });

  test('takes arguments from path and query', async () => {
    const answer = client.get('/api/v1/scopes/shop/rules?categories=backend&debug=true');
    const { commandments, suggestions } = await jsonOf<RulesBody>(answer);
    expect(Object.keys(commandments)).not.toContain('delivery');
    expect(suggestions['backend.api']?.rules).toEqual(['Name the scope: {{ scope.name }}']);
  });

  test('serves a fixed path segment before an argument in its place', async () => {
    const index = await (await client.get('/api/v1/scopes/shop/katas/index')).json();
    expect(index).toMatchObject({ categories: [{ katas: [{ name: 'cut-release' }] }] });
    const kata = await client.get('/api/v1/scopes/shop/katas/cut-release');
    expect(await kata.text()).toBe('1. Tag.\n2. Tell.\n');
  });

  test('decodes a path segment once', async () => {
    expect((await client.get('/api/v1/scopes/%73hop')).status).toBe(200);
    expect((await problemOf(await client.get('/api/v1/scopes/%2573hop'))).code).toBe('invalid-scope-name');
  });

  test('reload needs no body and is not kept', async () => {
    for (const init of [{}, { body: 'anything', headers: { 'content-type': 'text/plain' } }]) {
      const response = await client.send('/api/v1/reload', { method: 'POST', ...init });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.json()).toEqual({ reloaded: true, masters: [] });
    }
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await client.get('/api/v1/scopes/shop/rules');
    const head = await client.send('/api/v1/scopes/shop/rules', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    const text = await get.text();
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await (await client.send('/nowhere', { method: 'HEAD' })).text()).toBe('');
  });
});

describe('beside the API', () => {
  test('/health and /ready', async () => {
    expect(await (await client.get('/health')).json()).toEqual({ status: 'ok', version });
    expect((await client.get('/ready')).status).toBe(200);
  });

  test('/ready is 503 while the rules folder cannot be read, and names no absolute path', async () => {
    const { rm } = await import('node:fs/promises');
    const other = await httpClient(smallContent);
    await other.get('/api/v1/scopes');
    await rm(other.rulesPath, { recursive: true });
    const response = await other.get('/ready');
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      status: 'unavailable',
      detail: expect.stringContaining('ENOENT'),
    });
    expect(text).not.toContain(other.rulesPath);
  });

  test('a rules folder that is gone is 503 until it is back, and the log says both once', async () => {
    const { rename } = await import('node:fs/promises');
    const other = await httpClient(
      { ...smallContent, 'closed/metadata.yml': 'auth: {accepted_roles: [payments]}\n' },
      { cache_ttl_seconds: 0 },
    );
    const paths = ['/scopes', '/scopes?details=1', '/scopes/shop/rules', '/scopes/nowhere/rules'];
    const ask = (path: string) => other.get(`/api/v1${path}`);
    await rename(other.rulesPath, `${other.rulesPath}-away`);
    for (const path of paths) {
      const response = await ask(path);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await problemOf(response), path).toMatchObject({ status: 503, code: 'rules-unavailable' });
    }
    expect((await other.get('/ready')).status).toBe(503);
    await rename(`${other.rulesPath}-away`, other.rulesPath);
    expect((await Promise.all(paths.map(ask))).map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(other.logged.filter((line) => line.includes('rules folder'))).toEqual([
      `precept error: the rules folder ${other.rulesPath} cannot be read (ENOENT); requests for what is not cached answer 503 until it can\n`,
      `precept warn: the rules folder ${other.rulesPath} can be read again\n`,
    ]);
  });

  test('an empty folder in the place of the rules, as a mount leaves it, is 503 too; one that was emptied is not', async () => {
    const { mkdir, readdir, rename, rm } = await import('node:fs/promises');
    const other = await httpClient(smallContent, { cache_ttl_seconds: 0 });
    const ask = async (path: string) => (await other.get(path)).status;
    expect(await ask('/api/v1/scopes/shop/rules')).toBe(200);
    await rename(other.rulesPath, `${other.rulesPath}-away`);
    await mkdir(other.rulesPath);
    const paths = ['/api/v1/scopes/shop/rules', '/api/v1/scopes', '/ready'];
    expect(await Promise.all(paths.map(ask))).toEqual([503, 503, 503]);
    expect(other.logged.join('')).toContain('it is another folder now, and empty');
    await rm(other.rulesPath, { recursive: true });
    await rename(`${other.rulesPath}-away`, other.rulesPath);
    expect(await Promise.all(paths.map(ask))).toEqual([200, 200, 200]);
    for (const name of await readdir(other.rulesPath))
      await rm(`${other.rulesPath}/${name}`, { recursive: true });
    expect(await Promise.all(paths.map(ask))).toEqual([404, 200, 200]);
  });

  test('/ is the explorer, which leads to the documentation', async () => {
    const response = await client.get('/');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('href="/docs"');
  });

  test('/docs loads nothing from elsewhere and runs no inline script', async () => {
    const response = await client.get('/docs');
    const page = await response.text();
    expect(page).not.toMatch(/(?:src|href)="(?!\/)/);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    expect(page).toContain('<h1 class="hidden-text">Precept API</h1>');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  test('shipped files are given by name only, and kept by browsers', async () => {
    const asked: string[] = [];
    const readAsset = async (name: string) => {
      asked.push(name);
      return new TextEncoder().encode('body {}');
    };
    const other = await httpClient(smallContent, {}, { readAsset });
    const css = await other.get('/swagger-ui/swagger-ui.css');
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(css.headers.get('cache-control')).toContain('immutable');
    for (const name of ['..%2Fmain.js', 'main.js', 'constructor', '__proto__', 'LICENSE']) {
      expect((await problemOf(await other.get(`/swagger-ui/${name}`))).code).toBe('not-found');
    }
    expect(asked).toEqual(['swagger-ui/swagger-ui.css']);
    expect((await client.get('/swagger-ui/swagger-ui.css')).status).toBe(404);
  });

  test('other protocols are mounted behind the same guard', async () => {
    const mounts = { '/mcp': (request: Request) => new Response(request.method) };
    const other = await httpClient(smallContent, {}, { mounts });
    const response = await other.send('/mcp', { method: 'DELETE' });
    expect(await response.text()).toBe('DELETE');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await other.send('/mcp', { headers: { origin: 'http://evil.example' } })).status).toBe(403);
  });

  test.each(['/', '/docs', '/health', '/ready', '/openapi.json', '/api/v1/scopes', '/nowhere'])(
    '%s may be neither sniffed nor framed',
    async (path) => {
      const { headers } = await client.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );
});
