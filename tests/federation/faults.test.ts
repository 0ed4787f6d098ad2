import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bundle,
  bundled,
  closeLater,
  freePort,
  json,
  reader,
  rulesOf,
  startStub,
  texts,
  warnings,
} from './servers.ts';

const hello = JSON.stringify(bundle('shop', { commandments: bundled('shop', { a: ['Remote'] }) }));
const nested = `{"format":1,"commandments":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
const asJson = { 'Content-Type': 'application/json' };
/** 100 MiB of zeros in some 100 KiB. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));

/** Faults that a stub shows with every request: how it answers, and what is told of it. */
const faults: readonly [string, Parameters<typeof startStub>[0], RegExp][] = [
  ['hangs', () => {}, /no answer within 0.4 s/],
  ['answers after the timeout', json(bundle('shop'), 600), /no answer within 0.4 s/],
  [
    'never ends its headers',
    (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\n'),
    /no answer/,
  ],
  [
    'never ends its body',
    (_, response) => void response.writeHead(200, asJson).write(hello.slice(0, 50)),
    /no answer within 0.4 s/,
  ],
  [
    'resets mid-body',
    (_, response) => {
      response.writeHead(200, { ...asJson, 'Content-Length': String(hello.length) });
      response.write(hello.slice(0, 50), () => response.socket?.resetAndDestroy());
    },
    /./,
  ],
  ['resets at once', (_, response) => void response.socket?.resetAndDestroy(), /./],
  ['answers 500', (_, response) => response.writeHead(500).end('oops'), /it answered 500/],
  ['answers 401', (_, response) => response.writeHead(401).end(), /it answered 401.*login/],
  ['answers 403', (_, response) => response.writeHead(403).end(), /it answered 403/],
  ['answers 204', (_, response) => response.writeHead(204).end(), /it answered 204/],
  [
    'answers with HTML',
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>'),
    /not JSON but text\/html/,
  ],
  [
    'answers without a type',
    (_, response) => response.writeHead(200).end(hello),
    /not JSON but no content type/,
  ],
  [
    'cuts its JSON',
    (_, response) => response.writeHead(200, asJson).end(hello.slice(0, -9)),
    /not valid JSON/,
  ],
  [
    'is nested a million levels deep',
    (_, response) => response.writeHead(200, asJson).end(nested),
    /more than 50 levels/,
  ],
  [
    'answers with 100 MB',
    (_, response) => {
      response.writeHead(200, asJson);
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      let left = 100;
      const write = () => {
        while (left-- > 0 && !response.destroyed) {
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    },
    /larger than 8 MiB/,
  ],
  [
    'sends a gzip bomb',
    (_, response) => {
      response.writeHead(200, { ...asJson, 'Content-Encoding': 'gzip' }).end(bomb);
    },
    /larger than 8 MiB/,
  ],
  [
    'redirects for ever',
    (request, response) =>
      response.writeHead(302, { Location: `${request.url?.split('?')[0]}?${Math.random()}` }).end(),
    /redirects more than 5 times/,
  ],
  [
    'redirects nowhere',
    (_, response) => response.writeHead(302, { Location: 'http://' }).end(),
    /another origin/,
  ],
];

// What is loaded when a master is first asked is not what these tests time.
beforeAll(async () => {
  const stub = await startStub(json(JSON.parse(hello)));
  await rulesOf(await reader([stub.url]));
});

describe.each(faults)('a master that %s', (_, handle, reason) => {
  test('costs its own part, a bounded time and one warning; local content is served', async () => {
    const stub = await startStub(handle);
    const own = await reader([stub.url], undefined, { remote_timeout_seconds: 0.4 });
    const start = performance.now();
    const rules = await rulesOf(own);
    expect(performance.now() - start).toBeLessThan(1000);
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

/** Bundles that are none, by what is wrong with them. */
const rule = { text: 'x', origin: { server: 'local', scope: 'shop', file: 'f', line: 1 } };
const category = (value: unknown) => bundle('shop', { commandments: { a: value } });
const shapes: readonly [string, unknown][] = [
  ['null', null],
  ['a text', 'shop'],
  ['a list', [bundle('shop')]],
  ['another format', { ...bundle('shop'), format: 2 }],
  ['no metadata', { format: 1, scope_name: 'shop' }],
  ['tags that are a list', { ...bundle('shop'), metadata: { description: '', tags: ['a'] } }],
  ['a tag that is a number', { ...bundle('shop'), metadata: { description: '', tags: { a: 1 } } }],
  ['a description that is a list', { ...bundle('shop'), metadata: { description: [], tags: {} } }],
  ['commandments that are a list', bundle('shop', { commandments: [] })],
  ['a category that is a list', category([])],
  ['a category that is null', category(null)],
  ['rules that are null', category({ when: null, tags: [], rules: null })],
  ['a rule that is a text', category({ rules: ['x'] })],
  ['a rule without origin', category({ rules: [{ text: 'x' }] })],
  ['an origin in line 0', category({ rules: [{ ...rule, origin: { ...rule.origin, line: 0 } }] })],
  [
    'an origin in a scope that is none',
    category({ rules: [{ ...rule, origin: { ...rule.origin, scope: '../x' } }] }),
  ],
  ['a when that is a number', category({ when: 1, rules: [] })],
  ['a key of two lines', bundle('shop', { commandments: { 'a\nb': { rules: [] } } })],
  ['a key that is too long', bundle('shop', { suggestions: { ['k'.repeat(501)]: { rules: [] } } })],
  ['a kata without procedure', bundle('shop', { katas: { k: { katas: { x: { when: null } } } } })],
  ['a story that is none', bundle('shop', { tenka: { US1: { who: 'a' } } })],
  [
    'a story with the id of none',
    bundle('shop', { tenka: { X: { who: '', what: '', why: '', origin: rule.origin } } }),
  ],
  [
    'a criterion of another story',
    bundle('shop', {
      tenka: {
        US1: {
          who: '',
          what: '',
          why: '',
          origin: rule.origin,
          // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
          acs: { 'AC2.1': { given: '', when: '', then: '' } },
        },
      },
    }),
  ],
  ['results that are no list', bundle('shop', { results: {} })],
  ['a quarter of a million values and one', bundle('shop', { extra: new Array(250_001).fill(0) })],
];

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
  test('five masters of 50 ms cost about what one costs', async () => {
    const stubs = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        startStub(json(bundle('shop', { commandments: bundled('shop', { a: [`From ${index}`] }) }), 50)),
      ),
    );
    const own = await reader(
      stubs.map(({ url }) => url),
      undefined,
      { cache_ttl_seconds: 0 },
    );
    await rulesOf(own);
    const start = performance.now();
    const rules = await rulesOf(own);
    expect(performance.now() - start).toBeLessThan(150);
    expect(rules.commandments.a?.rules).toEqual([0, 1, 2, 3, 4].map((index) => `From ${index}`));
  });

  test('a hanging master delays the others’ content by its timeout once, then not within the window', async () => {
    const hanging = await startStub(() => {});
    const good = await startStub(json(JSON.parse(hello)));
    const own = await reader([hanging.url, good.url], undefined, {
      cache_ttl_seconds: 0,
      remote_retry_seconds: 60,
      remote_timeout_seconds: 0.4,
    });
    const start = performance.now();
    expect((await rulesOf(own)).commandments.a?.rules).toEqual(['Remote']);
    expect(performance.now() - start).toBeLessThan(800);
    const again = performance.now();
    for (let count = 0; count < 10; count++) await rulesOf(own);
    expect(performance.now() - again).toBeLessThan(500);
    expect(hanging.seen).toHaveLength(1);
    expect(good.seen).toHaveLength(11);
  });

  test('a scope that is nowhere is told after one timeout too', async () => {
    const hanging = await startStub(() => {});
    const own = await reader([hanging.url]);
    const start = performance.now();
    await expect(rulesOf(own, 'nowhere')).rejects.toMatchObject({
      code: 'scope-not-found',
      message: expect.stringContaining(hanging.url),
    });
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
