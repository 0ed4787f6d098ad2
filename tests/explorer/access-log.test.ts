import { afterAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../src/faces/http/listener/listener.ts';
import { startHttp } from '../../src/faces/http/listener/start.ts';
import type { LogLevel } from '../../src/runtime/log.ts';
import { smallContent } from '../http/client.ts';
import { raw } from '../http/sockets.ts';
import { testService } from '../support/service.ts';

const listeners: Listener[] = [];
afterAll(() => Promise.all(listeners.map((listener) => listener.close())));

async function start(level: LogLevel) {
  const { service, logged } = await testService(smallContent, { log_level: level });
  const assets = new URL('../../dist/', import.meta.url);
  const listener = await startHttp(service, { host: '127.0.0.1', port: 0, log: service.log, assets });
  listeners.push(listener);
  return { ...listener, logged };
}

async function lineOf(logged: readonly string[], id: string): Promise<string> {
  await expect.poll(() => logged).toContainEqual(expect.stringContaining(id));
  return logged.find((line) => line.includes(id)) ?? '';
}

describe('X-Request-Id', () => {
  test('is on every answer: kept where it may be written into a log, new otherwise', async () => {
    const { url, port } = await start('warn');
    const ids = new Set<string>();
    for (const path of [
      '/',
      '/api/v1/scopes',
      '/nowhere',
      '/scopes/none',
      '/health',
      '/docs',
      '/swagger-ui/x',
    ]) {
      const own = (await fetch(url + path, { headers: { 'x-request-id': 'job.7_a-B' } })).headers;
      expect(own.get('x-request-id')).toBe('job.7_a-B');
      ids.add((await fetch(url + path)).headers.get('x-request-id') ?? '');
    }
    expect(ids.size).toBe(7);
    for (const bad of ['a b', 'x'.repeat(101), '<b>', 'a,b']) {
      const { headers } = await fetch(url, { headers: { 'x-request-id': bad } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    }
    const star = await raw(
      port,
      `OPTIONS * HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect(star).toMatch(/x-request-id: [\w-]{14}/i);
    const foreign = await raw(port, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(foreign).toMatch(/ 403 [\s\S]*x-request-id: [\w-]{14}/i);
  });
});

describe('the access log', () => {
  test('has one line for each request, without what may be secret', async () => {
    const { url, logged } = await start('info');
    const path = '/api/v1/scopes/shop/rules?categories=backend&token=s3cret&eyJhbGciOi=1&bare-s3cret';
    const response = await fetch(url + path, {
      headers: { 'x-request-id': 'r1', authorization: 'Bearer s3cret' },
    });
    const size = (await response.text()).length;
    expect(await lineOf(logged, 'r1')).toMatch(
      new RegExp(
        `^precept info: GET /api/v1/scopes/shop/rules\\?categories=backend&token=\\*\\*\\*&[\\w*]+=\\*\\*\\*&\\*\\*\\*=\\*\\*\\* 200 ${size} B [\\d.]+ ms r1\n$`,
      ),
    );
    expect(logged.join('')).not.toContain('s3cret');
    expect(logged.join('')).not.toContain('Bearer');
    await fetch(`${url}/nowhere`, { method: 'HEAD', headers: { 'x-request-id': 'r2' } });
    expect(await lineOf(logged, 'r2')).toMatch(/HEAD \/nowhere 404 - [\d.]+ ms r2/);
    await fetch(`${url}/scopes/shop?q=x&raw=1`, { headers: { 'x-request-id': 'r3' } });
    expect(await lineOf(logged, 'r3')).toContain('/scopes/shop?q=x&raw=1 200');
  });

  test('is not kept at level warn', async () => {
    const { url, logged } = await start('warn');
    for (let round = 0; round < 3; round++) await fetch(`${url}/health`);
    expect(logged.filter((line) => line.includes('/health'))).toEqual([]);
  });
});
