import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { startClock } from '../support/in-time.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { ask, listen, raw, statusOf } from './sockets.ts';

describe('an address', () => {
  test('port 0 takes a free one, and the URL works', async () => {
    const { url, port } = await listen();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(await (await fetch(`${url}/api/v1/scopes`)).json()).toEqual(['acme', 'shop']);
  });

  test('localhost and IPv6 work', async () => {
    for (const host of ['localhost', '::1']) {
      const { url } = await listen({ host });
      expect((await fetch(`${url}/health`)).status).toBe(200);
    }
  });

  test('a port in use is named with the setting that picks another', async () => {
    const { port } = await listen();
    const error = await listen({ port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(new RegExp(`port ${port} .*in use.*http_port`));
  });

  test('an address that is not ours names http_host', async () => {
    for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
      await expect(listen({ host })).rejects.toThrow(/http_host/);
    }
  });
});

describe('odd requests', () => {
  test('targets that are no path, and broken escapes, are malformed', async () => {
    const { port, logged } = await listen();
    const host = `Host: 127.0.0.1:${port}`;
    for (const target of ['*', '/%zz', '/api/v1/scopes/%E0%A4', '/a\\b']) {
      const answer = await ask(port, `OPTIONS ${target} HTTP/1.1`, [host]);
      expect([target, statusOf(answer)]).toEqual([target, 400]);
      expect(answer).toContain('"code":"malformed-url"');
      expect(answer).toContain('application/problem+json');
    }
    expect(logged.filter((text) => text.startsWith('precept error'))).toEqual([]);
  });

  test('dots in a path lead nowhere', async () => {
    const { port } = await listen();
    for (const target of ['/swagger-ui/../../package.json', '/swagger-ui/%2e%2e/main.js', '//etc/passwd']) {
      expect(statusOf(await ask(port, `GET ${target} HTTP/1.1`, [`Host: 127.0.0.1:${port}`]))).toBe(404);
    }
  });

  test('what is not HTTP is refused and the listener lives on', async () => {
    const { port, url } = await listen();
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\0\0\0',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      expect(await raw(port, bytes)).not.toContain(' 200 ');
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('pipelined requests are answered in order', async () => {
    const { port } = await listen();
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${more}\r\n`;
    const answer = await raw(
      port,
      one('/api/v1/scopes/shop') + one('/nowhere') + one('/health') + one('/docs', 'Connection: close\r\n'),
    );
    expect([...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => match[1])).toEqual([
      '200',
      '404',
      '200',
      '200',
    ]);
  });

  test('more than a hundred at once on one connection end it; as many one after the other do not', async () => {
    const { port } = await listen();
    const one = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let answers = 0;
    const answered = new EventEmitter();
    socket.on('data', (data) => {
      answers += String(data).match(/HTTP\/1\.1 200 /g)?.length ?? 0;
      answered.emit('some');
    });
    const until = async (count: number) => {
      while (answers < count) await once(answered, 'some');
    };
    for (let batch = 1; batch <= 3; batch++) {
      socket.write(one.repeat(100));
      await until(100 * batch);
    }
    expect(socket.closed).toBe(false);
    socket.write(one.repeat(2_000));
    await once(socket, 'close');
    expect(answers).toBeLessThanOrEqual(400);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  test('HEAD sends headers alone', async () => {
    const { port } = await listen();
    for (const path of ['/api/v1/scopes/shop/rules', '/nowhere', '/docs']) {
      const answer = await ask(port, `HEAD ${path} HTTP/1.1`, [`Host: localhost:${port}`]);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
      expect(answer.split('\r\n\r\n')[1]).toBe('');
    }
  });

  test('405 and 404 go over the wire with their headers', async () => {
    const { url } = await listen();
    const response = await fetch(`${url}/api/v1/scopes`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${url}/favicon.ico`)).status).toBe(404);
  });
});

describe('shutdown', () => {
  /** A path that answers when it is let go, and a promise that it was asked. */
  function held() {
    const events = new EventEmitter();
    const asked = once(events, 'asked');
    const free = once(events, 'free');
    const answer = async () => {
      events.emit('asked');
      await free;
      return new Response('done');
    };
    return { mounts: { '/held': answer }, asked, letGo: () => events.emit('free') };
  }

  test('lets an answer under way finish and refuses new connections', async () => {
    const { mounts, asked, letGo } = held();
    const { url, close } = await listen({ mounts });
    const pending = fetch(`${url}/held`);
    await asked;
    const closed = close();
    const refused = expect(fetch(`${url}/health`)).rejects.toThrow();
    letGo();
    const answer = await pending;
    expect([answer.headers.get('connection'), await answer.text()]).toEqual(['close', 'done']);
    await refused;
    await closed;
  });

  test('cuts off what takes too long, and waits neither for idle connections nor for those that never sent anything', async () => {
    const idle = await listen();
    await (await fetch(`${idle.url}/health`)).text();
    const silent = connect(idle.port, '127.0.0.1').on('error', () => {});
    const half = connect(idle.port, '127.0.0.1').on('error', () => {});
    await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
    half.write('GET / HTTP/1.1\r\nHost: ');

    const { mounts, asked, letGo } = held();
    const busy = await listen({ mounts });
    const pending = fetch(`${busy.url}/held`).then(
      () => 'answered',
      () => 'cut off',
    );
    await asked;
    const order: string[] = [];
    const clock = startClock();
    await Promise.all([
      Promise.all([busy.close(), busy.close()]).then(() => order.push('busy')),
      idle.close().then(() => order.push('idle')),
    ]);
    await clock.expectInTime(1000);
    expect(order).toEqual(['idle', 'busy']);
    expect(await pending).toBe('cut off');
    letGo();
    silent.destroy();
    half.destroy();
  });
});

test('nothing is written to the console', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const mounts = {
    '/boom': () => {
      throw new Error('inside');
    },
  };
  const { url, port } = await listen({ mounts });
  expect((await fetch(`${url}/boom`)).status).toBe(500);
  const gone = connect(port, '127.0.0.1', () => {
    gone.write(`GET /docs HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`, () => gone.destroy());
  });
  await once(gone, 'close');
  expect((await fetch(`${url}/health`)).status).toBe(200);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

test('a server with nothing to serve says so, and what to do', async () => {
  const bare = await startProgram(['serve', '--port', '0']);
  await addressOf(bare);
  await bare.logged('nothing is served');
  expect(bare.stderr()).toMatch(
    /^precept warn: nothing is served: no rules folder was found \(looked for \.precept\/rules, .*--rules-path, or start one with "precept init", or .*master_server_url$/m,
  );
  bare.signal('SIGTERM');
  await bare.ended;
});
