import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { startListener } from '../../src/faces/http/listener/listener.ts';
import type { PlainRequest, PlainResponse } from '../../src/faces/http/plain.ts';
import type { UsageLine } from '../../src/usage/usage-line.ts';
import { afterFile } from '../support/after-file.ts';
import { tempFolder } from '../support/folder.ts';
import { testService } from '../support/service.ts';
import { smallContent } from './client.ts';
import { ask } from './sockets.ts';

const rules = '/api/v1/scopes/shop/rules';

/** A listener that answers at once where it can, or never, and what it answered so. */
async function listen(atOnce: boolean) {
  const usageFile = path.join(await tempFolder(), 'usage.jsonl');
  const opened = await testService(smallContent, { usage: true, usage_file: usageFile });
  const { atOnce: answer, ...app } = createHttpApp(opened.service, { readAsset: async () => null });
  const counted: PlainResponse[] = [];
  const counting = (request: PlainRequest) => {
    const response = answer?.(request) ?? null;
    if (response !== null) counted.push(response);
    return response;
  };
  const listener = await startListener(atOnce ? { ...app, atOnce: counting } : app, {
    host: '127.0.0.1',
    port: 0,
    log: opened.service.log,
  });
  afterFile(() => listener.close());
  const answered = async (target: string, headers: readonly string[], method = 'GET') => {
    const given = headers.map((line) => line.replaceAll('PORT', String(listener.port)));
    const text = await ask(listener.port, `${method} ${target} HTTP/1.1`, ['X-Request-Id: one', ...given]);
    return text.replace(/^Date: .*\r\n/m, '').replaceAll(String(listener.port), 'PORT');
  };
  return { ...opened, usageFile, counted, answered };
}

const pair = async () => ({ quick: await listen(true), slow: await listen(false) });
type Pair = Awaited<ReturnType<typeof pair>>;

/** Asks both for the same three times: an answer is known by its second, and kept from then on. */
async function expectSame({ quick, slow }: Pair, ...request: Parameters<Pair['slow']['answered']>) {
  const expected = await slow.answered(...request);
  expect(await quick.answered(...request)).toBe(expected);
  expect(await quick.answered(...request)).toBe(await slow.answered(...request));
  const before = quick.counted.length;
  expect(await quick.answered(...request)).toBe(await slow.answered(...request));
  return { text: expected, wasAtOnce: quick.counted.length > before };
}

const host = 'Host: 127.0.0.1:PORT';

test('what is answered at once is to the byte what it would be otherwise', async () => {
  const both = await pair();
  const { text } = await expectSame(both, rules, [host]);
  const etag = /^ETag: (.*)\r$/m.exec(text)?.[1];
  const atOnce = [
    [host],
    ['Host: localhost:PORT'],
    [host, 'Accept: text/markdown'],
    [host, 'Accept: application/yaml;q=0.5', 'Accept: text/markdown;q=0.2'],
    [host, `If-None-Match: ${etag}`],
    [host, `If-None-Match: "x", W/${etag}`],
    [host, 'If-None-Match: "x"', `If-None-Match: ${etag}`],
    [host, 'If-None-Match: *', 'Accept: text/markdown'],
    [host, 'Origin: http://127.0.0.1:PORT'],
    [host, 'Content-Length: 0'],
  ];
  for (const headers of atOnce)
    expect((await expectSame(both, rules, headers)).wasAtOnce, headers[1]).toBe(true);
  for (const target of [
    `${rules}?debug=true`,
    `${rules}?unknown=1`,
    `${rules}?categories=backend.api&categories=delivery`,
    `/%61pi${rules.slice(4)}`,
  ])
    expect((await expectSame(both, target, [host])).wasAtOnce, target).toBe(true);
});

test('all else is left to the ordinary way, which refuses it', async () => {
  const both = await pair();
  await expectSame(both, rules, [host]);
  const otherwise = [
    [],
    ['Host: elsewhere:PORT'],
    ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'],
    ['Host: a b'],
    [host, 'Origin: http://elsewhere'],
    [host, 'Accept: image/png'],
    [host, 'CDN-Loop: precept-1'],
  ];
  for (const headers of otherwise)
    expect((await expectSame(both, rules, headers)).wasAtOnce, headers.join()).toBe(false);
  for (const method of ['HEAD', 'POST', 'OPTIONS', 'get'])
    expect((await expectSame(both, rules, [host], method)).wasAtOnce, method).toBe(false);
  for (const target of [
    `http://127.0.0.1:PORT${rules}`,
    `/x/..${rules}`,
    rules.slice(1),
    `//127.0.0.1${rules}`,
    '*',
    '/api/v1/scopes/none/rules',
  ])
    expect((await expectSame(both, target, [host])).wasAtOnce, target).toBe(false);
});

test('what is answered at once is counted as any other, and new once its scope is', async () => {
  const both = await pair();
  for (let times = 0; times < 3; times++) await expectSame(both, rules, [host]);
  expect(both.quick.counted).toHaveLength(7);
  for (const { rulesPath, service } of [both.quick, both.slow]) {
    await writeFile(path.join(rulesPath, 'shop', 'commandments.yml'), 'delivery:\n  ruleset: [Ask twice]\n');
    await service.reload();
  }
  const { text, wasAtOnce } = await expectSame(both, rules, [host]);
  expect(text).toContain('Ask twice');
  expect(wasAtOnce).toBe(true);
  expect(both.quick.counted).toHaveLength(9);
  const counts = [];
  for (const { service, usageFile } of [both.quick, both.slow]) {
    await service.close();
    const lines = (await readFile(usageFile, 'utf8')).trim().split('\n');
    counts.push(lines.map((line) => (JSON.parse(line) as UsageLine).counts));
  }
  expect(counts[0]).toEqual(counts[1]);
  expect(counts[0]).not.toEqual([]);
});
