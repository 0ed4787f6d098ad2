import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { startIssuer } from '../auth/issuer.ts';
import { openEvents } from '../federation/event-stream.ts';
import { writeFiles } from '../support/folder.ts';
import { smallContent } from './client.ts';
import { createPerson } from './mcp-person.ts';
import { noNginx, type Proxied, startProxied } from './nginx.ts';

const rules = '/api/v1/scopes/shop/rules';
const statusOf = (response: Response) => response.headers.get('x-cache-status');

describe.skipIf(noNginx !== null)(`behind nginx${noNginx === null ? '' : ` (${noNginx})`}`, () => {
  let proxied: Proxied;
  beforeAll(async () => {
    proxied = await startProxied(smallContent);
  });

  test('repeated GETs are answered by nginx, and the replicas hear of one', async () => {
    const url = `${rules}?categories=delivery`;
    const first = await proxied.get(url);
    expect([first.status, statusOf(first)]).toEqual([200, 'MISS']);
    const text = await first.text();
    const ids = new Set([first.headers.get('x-request-id')]);
    for (let count = 0; count < 20; count += 1) {
      const again = await proxied.get(url);
      expect([again.status, statusOf(again), await again.text()]).toEqual([200, 'HIT', text]);
      ids.add(again.headers.get('x-request-id'));
    }
    await expect.poll(() => proxied.asked(url)).toHaveLength(1);
    expect(ids.size).toBe(21);
  });

  test('representations are not mixed', async () => {
    const types = ['application/json', 'text/markdown', 'application/yaml'];
    for (const expected of ['MISS', 'HIT', 'HIT']) {
      for (const accept of types) {
        const response = await proxied.get(`${rules}?categories=backend`, { accept });
        await response.text();
        expect(response.headers.get('content-type')).toContain(accept);
        expect(statusOf(response)).toBe(expected);
      }
    }
  });

  test('an ETag works through it, and is the same on both replicas', async () => {
    const url = '/api/v1/scopes/acme/rules';
    const tag = (await proxied.get(url)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const unchanged = await proxied.get(url, { 'if-none-match': tag });
    expect([unchanged.status, statusOf(unchanged), await unchanged.text()]).toEqual([304, 'HIT', '']);
    expect((await proxied.get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    for (const replica of proxied.replicas) {
      const [, address = ''] = /listening on (\S+)/.exec(replica.stderr()) ?? [];
      const direct = await fetch(`${address}${url}`);
      await direct.text();
      expect(direct.headers.get('etag')).toBe(tag);
    }
  });

  test('what has expired is asked for by its tag, and a reload on the replicas is seen then', async () => {
    const short = await startProxied(smallContent, { seconds: 1 });
    const changing = '/api/v1/scopes/acme/rules?categories=delivery';
    const lasting = '/api/v1/scopes/acme/rules?categories=backend';
    const tag = (await short.get(changing)).headers.get('etag');
    expect(await (await short.get(lasting)).text()).toContain('problem details');

    const changed =
      'delivery:\n  ruleset: [Keep main blue]\nbackend.api:\n  ruleset: [Answer errors as problem details]\n';
    await writeFiles(short.rulesPath, { 'acme/commandments.yml': changed });
    const reload = await short.send('/api/v1/reload', { method: 'POST' });
    expect(await reload.json()).toMatchObject({ reloaded: true });
    // Once for the answer, and once for each.
    await expect.poll(() => short.asked('POST /api/v1/reload 200')).toHaveLength(3);
    for (const replica of short.replicas) expect(replica.stderr()).toContain('POST /api/v1/reload 200');
    await delay(2100); // nginx counts in whole seconds.

    const after = await short.get(changing);
    expect([statusOf(after), await after.text()]).toEqual([
      'EXPIRED',
      expect.stringContaining('Keep main blue'),
    ]);
    expect(after.headers.get('etag')).not.toBe(tag);
    const same = await short.get(lasting);
    expect([same.status, statusOf(same)]).toEqual([200, 'REVALIDATED']);
    expect(await same.text()).toContain('problem details');
    await expect.poll(() => short.asked(`${lasting} 304`)).toHaveLength(1);
  });

  test('faults and actions are not kept', async () => {
    const url = '/api/v1/scopes/none/rules';
    for (let count = 0; count < 3; count += 1) {
      const missing = await proxied.get(url);
      expect([missing.status, statusOf(missing)]).toEqual([404, 'MISS']);
      expect(missing.headers.get('content-type')).toBe('application/problem+json');
    }
    await expect.poll(() => proxied.asked(url)).toHaveLength(3);
    const refused = await proxied.send('/api/v1/feedback', { method: 'POST', body: 'x' });
    expect(refused.status).toBe(415);
  });

  test('other servers are answered by a replica, and their answers are given to nobody else', async () => {
    const url = '/api/v1/scopes/shop/bundle';
    const loop = { 'cdn-loop': 'precept-0123456789abcdef' };
    for (const expected of ['MISS', 'HIT']) {
      const other = await proxied.get(url, loop);
      expect([statusOf(other), other.headers.get('vary')]).toEqual(['BYPASS', 'Accept, CDN-Loop']);
      expect(statusOf(await proxied.get(url))).toBe(expected);
    }
  });

  test('streams of what changes go through, and a reload of the tree reaches them on either replica', async () => {
    const streams = await Promise.all([openEvents(proxied.url), openEvents(proxied.url)]);
    const answer = await proxied.send('/api/v1/reload?tree=true', { method: 'POST' });
    expect(await answer.json()).toMatchObject({ reloaded: true });
    for (const stream of streams) expect(await stream.until(1)).toContainEqual({ scopes: null });
  });

  test('MCP, the explorer and health go through', async () => {
    const asked = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_scopes', arguments: {} },
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const answer = await proxied.send('/mcp', { method: 'POST', headers, body: JSON.stringify(asked) });
    expect(await answer.text()).toContain('shop');
    expect((await proxied.get('/ready')).headers.get('cache-control')).toBe('no-store');
    expect(await (await proxied.get('/', { accept: 'text/html' })).text()).toContain('<html');
  });
});

describe.skipIf(noNginx !== null)('behind nginx, with logins', () => {
  test('answers to tokens are not kept, and are given to nobody else', async () => {
    const issuer = await startIssuer();
    const audience = 'https://rules.example.org';
    const env = { PRECEPT_AUTH_ISSUER_URL: issuer.url, PRECEPT_AUTH_AUDIENCE: audience };
    const proxied = await startProxied(smallContent, { env: () => env });
    const authorization = `Bearer ${await issuer.sign({ aud: audience })}`;
    for (let count = 0; count < 3; count += 1) {
      const response = await proxied.get(rules, { authorization });
      expect([response.status, statusOf(response)]).toEqual([200, 'BYPASS']);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect((await proxied.get(rules)).status).toBe(401);
    }
    await expect.poll(() => proxied.asked(rules)).toHaveLength(6);
  });

  test.each([
    ['public_url', (url: string) => ({ PRECEPT_PUBLIC_URL: `${url}/` })],
    ['trusted_proxies', () => ({ PRECEPT_TRUSTED_PROXIES: '127.0.0.0/8' })],
  ])('an MCP client finds its way to the login by %s', async (_, settings) => {
    const issuer = await startIssuer();
    const proxied = await startProxied(smallContent, {
      env: (url) => ({
        PRECEPT_AUTH_ISSUER_URL: issuer.url,
        PRECEPT_AUTH_AUDIENCE: url,
        ...settings(url),
      }),
    });
    const refused = await proxied.get('/mcp');
    const place = `${proxied.url}/.well-known/oauth-protected-resource`;
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${place}"`);
    expect(await (await fetch(place)).json()).toMatchObject({ resource: proxied.url });

    const person = await createPerson();
    const client = new Client({ name: 'test', version: '1.0.0' });
    const connect = () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${proxied.url}/mcp`), {
        authProvider: person.provider,
      });
      return { transport, connected: client.connect(transport) };
    };
    const { transport, connected } = connect();
    await expect(connected).rejects.toThrow(UnauthorizedError);
    await transport.finishAuth(await person.logIn());
    await connect().connected;
    const { content } = await client.callTool({ name: 'list_scopes', arguments: {} });
    expect(JSON.stringify(content)).toContain('shop');
    await client.close();
  });
});
