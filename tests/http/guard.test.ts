import { describe, expect, test } from 'vitest';
import { ask, get, listen, raw, statusOf } from './sockets.ts';

describe('the guard: Host', () => {
  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('%s is this listener', async (name) => {
    const { port } = await listen();
    expect(statusOf(await ask(port, get, [`Host: ${name}:${port}`]))).toBe(200);
  });

  test.each([
    'Host: evil.example',
    'Host: evil.example:PORT',
    'Host: 127.0.0.1',
    'Host: 127.0.0.1:1',
    'Host: localhost.:PORT',
    'Host: 127.0.0.1:PORT.evil.example',
    'Host: 127.0.0.1:PORT@evil.example',
    'Host: evil.example@127.0.0.1:PORT',
    'Host: 127.0.0.1:PORT/x',
    'Host: 127.0.0.1:PORT?',
    'Host: localhost:99999',
    'Host: 999.999.999.999',
    'Host: a b',
    'Host: <script>',
    'Host: [::1',
    'Host: %31',
    'Host: \u00e9',
    'Host:',
  ])('%s is foreign', async (line) => {
    const { port, logged } = await listen();
    const answer = await ask(port, get, [line.replace('PORT', String(port))]);
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain('"code":"foreign-host"');
    expect(logged.filter((text) => text.startsWith('precept error'))).toEqual([]);
  });

  test('an absolute target overrides Host, as RFC 9112 section 3.2.2 has it', async () => {
    const { port } = await listen();
    const own = `Host: 127.0.0.1:${port}`;
    const target = (host: string) => `GET http://${host}/api/v1/scopes HTTP/1.1`;
    expect(statusOf(await ask(port, target(`127.0.0.1:${port}`), [own]))).toBe(200);
    expect(statusOf(await ask(port, target('evil.example'), [own]))).toBe(403);
    expect(statusOf(await ask(port, target('a b'), [own]))).toBe(400);
  });

  test('HTTP/1.0 without Host is refused', async () => {
    const { port } = await listen();
    expect(statusOf(await raw(port, 'GET /api/v1/scopes HTTP/1.0\r\n\r\n'))).toBe(403);
  });

  test('bound to every address, any well-formed name will do', async () => {
    const { port, url } = await listen({ host: '0.0.0.0' });
    expect(url).toBe(`http://localhost:${port}`);
    expect(statusOf(await ask(port, get, ['Host: rules.example:8080']))).toBe(200);
    expect(statusOf(await ask(port, get, ['Host: a b']))).toBe(403);
    const page = (origin: string) => ask(port, get, ['Host: rules.example:8080', `Origin: ${origin}`]);
    expect(statusOf(await page('http://rules.example:8080'))).toBe(200);
    expect(statusOf(await page('http://rules.example'))).toBe(403);
  });
});

describe('the guard: Origin', () => {
  test('a page of its own may call', async () => {
    const { url, port } = await listen();
    for (const origin of [url, `http://localhost:${port}`]) {
      expect((await fetch(`${url}/api/v1/scopes`, { headers: { origin } })).status).toBe(200);
    }
  });

  test.each([
    'null',
    'http://evil.example',
    'http://127.0.0.1',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:PORT/',
    '',
  ])('"%s" is foreign, for every method', async (origin) => {
    const { url, port } = await listen();
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const headers = {
        origin: origin.replace('PORT', String(port)),
        'access-control-request-method': 'POST',
      };
      const response = await fetch(`${url}/api/v1/reload`, { method, headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'foreign-origin' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('http_allowed_origins may call and read, with preflight', async () => {
    const origin = 'https://tools.example';
    const { url } = await listen({ origins: [`${origin}/`, 'http://localhost:5173'] });
    const answer = await fetch(`${url}/api/v1/scopes`, { headers: { origin } });
    expect(await answer.json()).toEqual(['acme', 'shop']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Precept-Warning');
    expect(answer.headers.get('vary')).toBe('Accept, Origin');

    const problem = await fetch(`${url}/api/v1/scopes/none`, { headers: { origin } });
    expect([problem.status, problem.headers.get('access-control-allow-origin')]).toEqual([404, origin]);
    const broken = await fetch(`${url}/%`, { headers: { origin } });
    expect([broken.status, broken.headers.get('access-control-allow-origin')]).toEqual([400, origin]);

    const preflight = await fetch(`${url}/api/v1/reload`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');

    const plain = await fetch(`${url}/api/v1/scopes`);
    expect(plain.headers.get('vary')).toBe('Accept, Origin');
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(url, { headers: { origin: 'https://other.example' } })).status).toBe(403);
  });
});
