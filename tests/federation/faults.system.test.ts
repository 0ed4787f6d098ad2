import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startClock } from '../support/in-time.ts';
import { asJson, faultsAfter, hello } from './faults.ts';
import { bundle, bundled, closeLater, json, reader, rulesOf, startStub, texts, warnings } from './servers.ts';
import { category, shapes } from './wrong-bundles.ts';

// What is loaded when a master is first asked is not what these tests time.
beforeAll(async () => {
  const stub = await startStub(json(JSON.parse(hello)));
  await rulesOf(await reader([stub.url]));
});

describe.each(faultsAfter(0.4))('a master that %s', (_, handle, reason) => {
  test('costs its own part, a bounded time and one warning; local content is served', async () => {
    const stub = await startStub(handle);
    // What answers must not be late, however slow the machine is.
    const isLate = reason.source.includes('no answer');
    const own = await reader([stub.url], undefined, { remote_timeout_seconds: isLate ? 0.4 : 60 });
    const clock = startClock();
    const rules = await rulesOf(own);
    await clock.expectInTime(1000);
    expect(texts(rules.commandments)).toEqual({ local: ['Keep calm'] });
    expect(rules.metadata.sources).toEqual(['local']);
    expect(rules.unavailable).toMatchObject([{ url: stub.url, reason: expect.stringMatching(reason) }]);
    expect(rules.unavailable?.[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await rulesOf(own);
    expect(warnings(own)).toHaveLength(1);
    expect(warnings(own)[0]).toContain(`master ${stub.url} is unavailable`);
    expect(warnings(own)[0]).toMatch(reason);
  });
});

test('a packed answer is unpacked, in the ways that were asked for', async () => {
  const packed = async (coding: string, body: Buffer) => {
    const stub = await startStub((_, response) =>
      response.writeHead(200, { ...asJson, 'Content-Encoding': coding }).end(body),
    );
    const own = await reader([stub.url]);
    expect((await rulesOf(own)).commandments.a?.rules, coding).toEqual(['Remote']);
    return stub.seen[0]?.headers['accept-encoding'];
  };
  expect(await packed('gzip', gzipSync(hello))).toBe('gzip, br');
  await packed('BR', brotliCompressSync(hello));
  await packed('identity', Buffer.from(hello));
});

test('a redirect within the origin is followed; one to another origin never is', async () => {
  const elsewhere = await startStub(json(bundle('shop')));
  const moved = await startStub((request, response) => {
    if (request.url?.endsWith('/bundle')) response.writeHead(307, { Location: '/moved' }).end();
    else response.writeHead(200, asJson).end(hello);
  });
  const hostile = await startStub((_, response) =>
    response.writeHead(302, { Location: `${elsewhere.url}/api/v1/scopes/shop/bundle` }).end(),
  );
  const own = await reader([moved.url, hostile.url]);
  const rules = await rulesOf(own);
  expect(texts(rules.commandments)).toEqual({ a: ['Remote'], local: ['Keep calm'] });
  expect(rules.unavailable).toMatchObject([
    { url: hostile.url, reason: expect.stringContaining('another origin') },
  ]);
  expect(elsewhere.seen).toEqual([]);
  await own.service.reload();
  expect(elsewhere.seen).toEqual([]);
});

test('a refused connection is tried again as often as is set, with a pause', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const own = await reader([url], undefined, { remote_max_retries: 2 });
  const start = performance.now();
  expect((await rulesOf(own)).unavailable).toMatchObject([
    { url, reason: expect.stringContaining('ECONNREFUSED') },
  ]);
  expect(performance.now() - start).toBeGreaterThan(50);
  let tries = 0;
  const flaky = await startStub((_, response) => {
    if (++tries < 3) response.destroy();
    else response.writeHead(200, asJson).end(hello);
  });
  const patient = await reader([flaky.url], undefined, { remote_max_retries: 2 });
  expect((await rulesOf(patient)).commandments.a?.rules).toEqual(['Remote']);
  expect(warnings(patient)).toEqual([]);
});

test('a port that takes connections and says something that is no HTTP', async () => {
  const server = createTcpServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('SSH-2.0-OpenSSH_9.2\r\n'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(() => new Promise((resolve) => void server.close(() => resolve())));
  const own = await reader([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  expect(texts((await rulesOf(own)).commandments)).toEqual({ local: ['Keep calm'] });
});

test('bundles of a wrong shape are refused, each with its reason, and the next one is taken', async () => {
  let current = 0;
  const stub = await startStub((request, response) => json(shapes[current]?.[1])(request, response));
  const own = await reader([stub.url], undefined, { cache_ttl_seconds: 0, remote_retry_seconds: 0 });
  for (const [index, [what]] of shapes.entries()) {
    current = index;
    const rules = await rulesOf(own);
    expect(texts(rules.commandments), what).toEqual({ local: ['Keep calm'] });
    expect(rules.unavailable?.[0]?.reason, what).toMatch(/shape|values|story/);
  }
  expect(warnings(own)).toHaveLength(1);
});

test('what a master writes into its own error is one plain line', async () => {
  const stub = await startStub(json(category({ when: ['\u001b[2J\u202e\nforged: line'], rules: [] })));
  const hostile = await startStub(json({ ...bundle('shop'), metadata: { tags: { '\u001b[31m\n': '' } } }));
  const own = await reader([stub.url, hostile.url]);
  const { unavailable } = await rulesOf(own);
  expect(unavailable).toHaveLength(2);
  for (const { reason } of unavailable ?? []) expect(reason).toMatch(/^[^\p{Cc}\p{Cf}]{1,300}$/u);
  expect(own.logged.join('')).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});

describe('time', () => {
  test('five masters are asked at once, so that they cost about what one costs', async () => {
    // Each answers only when all of them are asked.
    const asked: (() => void)[] = [];
    const stubs = await Promise.all(
      Array.from({ length: 5 }, (_, index) => {
        const answer = json(bundle('shop', { commandments: bundled('shop', { a: [`From ${index}`] }) }));
        return startStub((request, response) => {
          asked.push(() => answer(request, response));
          if (asked.length === 5) for (const go of asked.splice(0)) go();
        });
      }),
    );
    const own = await reader(stubs.map(({ url }) => url));
    const rules = await rulesOf(own);
    expect(rules.commandments.a?.rules).toEqual([0, 1, 2, 3, 4].map((index) => `From ${index}`));
  });

  test('a hanging master delays the others’ content by its timeout once, then not within the window', async () => {
    const hanging = await startStub(() => {});
    const good = await startStub(json(JSON.parse(hello)));
    const own = await reader([hanging.url, good.url], undefined, {
      cache_ttl_seconds: 0,
      remote_retry_seconds: 3600,
      remote_timeout_seconds: 2,
    });
    const clock = startClock();
    expect((await rulesOf(own)).commandments.a?.rules).toEqual(['Remote']);
    await clock.expectInTime(2800);
    for (let count = 0; count < 10; count++) await rulesOf(own);
    expect(hanging.seen).toHaveLength(1);
    expect(good.seen).toHaveLength(11);
  });

  test('a scope that is nowhere is told after one timeout too', async () => {
    const hanging = await startStub(() => {});
    const own = await reader([hanging.url], undefined, { remote_timeout_seconds: 1 });
    const clock = startClock();
    await expect(rulesOf(own, 'nowhere')).rejects.toMatchObject({
      code: 'scope-not-found',
      message: expect.stringContaining(hanging.url),
    });
    await clock.expectInTime(1500);
  });
});
