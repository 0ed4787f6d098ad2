import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stopDate } from '../support/clock.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { asked, bundle, bundled, json, reader, rulesOf, startServer, startStub, texts } from './servers.ts';

const files = { 'shop/commandments.yml': 'a:\n  ruleset: [One]\n' };

describe('after the TTL', () => {
  test('an unchanged scope costs one conditional request, answered 304', async () => {
    const pass = stopDate();
    const master = await startServer(files);
    const own = await reader([master.url], {}, { cache_ttl_seconds: 0.2 });
    const first = await rulesOf(own);
    await rulesOf(own);
    expect(master.seen.map(({ path }) => path)).toEqual(['/api/v1/scopes/shop/bundle']);
    pass(250);
    expect(await rulesOf(own)).toEqual(first);
    expect(master.seen).toHaveLength(2);
    const [asked, again] = master.seen;
    expect(asked?.headers['if-none-match']).toBeUndefined();
    const known = again?.headers['if-none-match'] ?? '';
    const response = await fetch(`${master.url}/api/v1/scopes/shop/bundle`, {
      headers: { 'If-None-Match': known },
    });
    expect(response.status).toBe(304);
  });

  test('a changed scope is read anew', async () => {
    const master = await startServer(files, { cache_ttl_seconds: 0 });
    const own = await reader([master.url], {}, { cache_ttl_seconds: 0 });
    await rulesOf(own);
    await writeFiles(master.rulesPath, { 'shop/commandments.yml': 'a:\n  ruleset: [Two]\n' });
    expect(texts((await rulesOf(own)).commandments)).toEqual({ a: ['Two'] });
  });

  test('a master that answers 304 unasked has no part', async () => {
    const stub = await startStub((_, response) => response.writeHead(304).end());
    const own = await reader([stub.url]);
    expect((await rulesOf(own)).unavailable).toMatchObject([{ reason: 'it answered 304' }]);
  });
});

test('simultaneous requests for a scope share one load', async () => {
  const stub = await startStub(json(bundle('shop', { commandments: bundled('shop', { a: ['One'] }) }), 50));
  const own = await reader([stub.url]);
  await Promise.all(Array.from({ length: 20 }, () => rulesOf(own)));
  expect(stub.seen).toHaveLength(1);
});

describe('what a middle server gives to a chain', () => {
  test('is kept for all who ask, whichever servers they are, while its master answers 304', async () => {
    const top = await startServer(files);
    const middle = await reader([top.url], { 'shop/commandments.yml': 'b:\n  ruleset: [Two]\n' });
    const asReader = (id: string) => middle.service.for({ hops: [id], claims: null }).scope('shop');
    const [one, two] = [await asReader('reader-1'), await asReader('reader-2')];
    expect(two).toBe(one);
    expect(top.seen.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true]);
  });

  test('is kept no longer than the retry window where the middle server lacks a master, and says so', async () => {
    const pass = stopDate();
    const dead = await startStub((_, response) => response.destroy());
    const middle = await startServer(files, {
      master_server_url: [dead.url],
      remote_max_retries: 0,
      remote_retry_seconds: 0.1,
    });
    const own = await reader([middle.url], {}, { remote_retry_seconds: 0.2 });
    const incomplete = await rulesOf(own);
    expect(texts(incomplete.commandments)).toEqual({ a: ['One'] });
    expect(incomplete.unavailable).toMatchObject([
      { url: dead.url, reason: expect.stringContaining(`(told by ${middle.url})`) },
    ]);
    await dead.close();
    await startStub(json(bundle('shop', { commandments: bundled('shop', { b: ['Two'] }) })), dead.port);
    pass(250);
    const complete = await rulesOf(own);
    expect(texts(complete.commandments)).toEqual({ b: ['Two'], a: ['One'] });
    expect(complete.unavailable).toBeUndefined();
  });
});

describe('test results of a master', () => {
  const tenka = (check: string) =>
    `tenka:\n  US1:\n    who: a\n    what: b\n    why: c\n    acs:\n      AC1.1: {given: g, when: w, then: t, checks: [{test: "${check}"}]}\n`;
  const result = (check: string, passed = true) =>
    `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', scope: 'shop', ac: 'AC1.1', check, passed, source: 'x' })}\n`;
  const status = async (own: Awaited<ReturnType<typeof reader>>) =>
    (
      await asked<{ acs: { status: string }[] }>(own, 'get_validation_status', { scope_name: 'shop' })
    ).acs.map((ac) => ac.status);

  async function vision(check: string, results: string, masters: readonly string[] = []) {
    const folder = await tempFolder({ 'validation.jsonl': results });
    const validation_file = join(folder, 'validation.jsonl');
    return startServer({ 'shop/tenka.yml': tenka(check) }, { validation_file, master_server_url: masters });
  }

  test('count for its stories, through a chain', async () => {
    const top = await vision('works', result('works'));
    const middle = await startServer({}, { master_server_url: [top.url] });
    expect(await status(await reader([middle.url], {}))).toEqual(['validated']);
  });

  test('count for no story of another server', async () => {
    const honest = await vision('works', '');
    const other = await vision('works', result('works'));
    expect(await status(await reader([honest.url, other.url], {}))).toEqual(['not_validated']);
    expect(await status(await reader([other.url, honest.url], {}))).toEqual(['validated']);
    const local = await reader([other.url], { 'shop/tenka.yml': tenka('works') });
    expect(await status(local)).toEqual(['not_validated']);
  });
});
