import { createWriteStream } from 'node:fs';
import { mkdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { jsonOf, smallContent } from '../http/client.ts';
import { startPostgres, whyNoPostgres } from '../store/postgres.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, type RunningProgram, runProgram, startProgram } from '../support/program.ts';

// What others may write is read by a server with little memory: it lives, and answers within bounds.

const heap = { NODE_OPTIONS: '--max-old-space-size=72' };
const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const json = { 'content-type': 'application/json' };

interface Server {
  readonly url: string;
  readonly program: RunningProgram;
  get(path: string, accept?: string): Promise<string>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<number>;
}

async function serve(env: Record<string, string>): Promise<Server> {
  const program = await startProgram(['serve', '--port', '0'], { env: { ...heap, ...env } });
  const url = await addressOf(program);
  return {
    url,
    program,
    async get(address, accept = 'application/json') {
      const answer = await fetch(`${url}${address}`, { headers: { accept } });
      expect(answer.status, address).toBe(200);
      return answer.text();
    },
    post: async (address, body, headers = {}) => {
      const answer = await fetch(`${url}${address}`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      });
      await answer.text();
      return answer.status;
    },
  };
}

/** Writes lines to a new file as they are made. */
async function fileOf(name: string, lines: Iterable<object>): Promise<string> {
  const file = path.join(await tempFolder(), 'records', name);
  await mkdir(path.dirname(file));
  const stream = createWriteStream(file);
  for (const line of lines)
    if (!stream.write(`${JSON.stringify(line)}\n`))
      await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  stream.end();
  await finished(stream);
  return file;
}

const madeUp = (line: number, counts: number, length = 180) => ({
  timestamp: yesterday,
  counts: Array.from({ length: counts }, (_, at) => ({
    day: yesterday.slice(0, 10),
    scope: 'shop',
    category: `${'x'.repeat(length)}${line}.${at}`,
    face: 'mcp',
    reads: 1,
    tokens: 1,
  })),
});

/** What every answer about usage comes to, however much was made up. */
async function expectUsage(server: Server): Promise<void> {
  const first = JSON.parse(await server.get('/api/v1/usage')) as { entries: object[]; passed_over: number };
  expect(first.entries.length).toBeLessThanOrEqual(10_000);
  expect(first.passed_over).toBeGreaterThan(0);
  expect((await server.get('/api/v1/usage', 'text/csv')).length).toBeLessThan(8_000_000);
  expect(await server.get('/api/v1/usage', 'text/markdown')).toContain('are left out');
  expect(await server.get('/usage', 'text/html')).toContain('Most read');
}

test('made-up categories neither fill the file of counts nor the memory of who reads it', async () => {
  function* lines() {
    for (let line = 0; line < 1000; line++) yield madeUp(line, 200);
  }
  const env = {
    PRECEPT_RULES_PATH: await tempFolder(smallContent),
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: await fileOf('usage.jsonl', lines()),
  };
  const server = await serve(env);
  const { counts } = madeUp(0, 200);
  for (let sent = 0; sent < 50; sent++) expect(await server.post('/api/v1/usage', { counts })).toBe(201);
  await expectUsage(server);
  expect(server.program.stderr()).not.toContain('heap');
}, 300_000);

test('entries of feedback with long ids, and their states, do not fill the memory', async () => {
  const count = 52_000;
  const idOf = (index: number) => `${'k'.repeat(150)}${index}`;
  function* lines() {
    for (let index = 0; index < count; index++)
      yield {
        ...{ timestamp: yesterday, id: idOf(index), type: 'missed_categories', task: 'Ship' },
        ...{ categories: [`c${index % 7}`], reason: 'late', scope: 'shop' },
      };
    const note = 'n'.repeat(200);
    for (let index = 0; index < count; index++)
      yield { id: idOf(index), state: 'resolved', note, timestamp: yesterday };
    for (let index = 0; index < count; index += 1000)
      yield { id: idOf(index), state: 'open', timestamp: yesterday };
  }
  const file = await fileOf('feedback.jsonl', lines());
  const env = {
    PRECEPT_RULES_PATH: await tempFolder(smallContent),
    PRECEPT_FEEDBACK_FILE: file,
    NODE_OPTIONS: '--max-old-space-size=64',
  };
  const server = await serve(env);
  const total = async () =>
    (JSON.parse(await server.get('/api/v1/feedback/summary')) as { total: number }).total;
  expect(await total()).toBe(52);
  const again = {
    type: 'missed_categories',
    task: 'Ship',
    categories: ['c1'],
    reason: 'late',
    scope: 'shop',
  };
  // The id of the last entry but one with these categories is known, and so nothing is stored.
  const key = idOf(51_998 - ((51_998 - 1) % 7));
  expect(await server.post('/api/v1/feedback', again, { 'idempotency-key': key })).toBe(201);
  expect(await server.post(`/api/v1/feedback/${key}/reopen`, {})).toBe(200);
  expect(await total()).toBe(53);
  expect(server.program.stderr()).not.toContain('heap');
  const listed = await runProgram(
    ['feedback', 'list', '--state', 'open', '--format', 'json', '--feedback-file', file],
    { env: heap },
  );
  const ids = (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id);
  const expected = Array.from({ length: 52 }, (_, index) => idOf(index * 1000));
  expect(ids.sort()).toEqual([...expected, key].sort());
}, 300_000);

test('a log of 1 GiB takes nothing more from anybody, says so, and the server goes on', async () => {
  const key = { 'idempotency-key': 'one' };
  const report = {
    type: 'missed_categories',
    task: 'Ship',
    categories: ['c'],
    reason: 'late',
    scope: 'shop',
  };
  const files = await Promise.all([fileOf('feedback.jsonl', []), fileOf('usage.jsonl', [])]);
  const env = {
    PRECEPT_RULES_PATH: await tempFolder(smallContent),
    PRECEPT_FEEDBACK_FILE: files[0],
    PRECEPT_USAGE: 'true',
    PRECEPT_USAGE_FILE: files[1],
  };
  const server = await serve(env);
  expect(await server.post('/api/v1/feedback', report, key)).toBe(201);
  await Promise.all(files.map((file) => truncate(file, 2 ** 30)));
  expect(await server.post('/api/v1/feedback', report)).toBe(500);
  expect(await server.post('/api/v1/feedback/one/resolve', { note: 'Done' })).toBe(500);
  const counts = [{ ...madeUp(0, 1).counts[0], category: 'backend.api' }];
  expect(await server.post('/api/v1/usage', { counts })).toBe(500);
  await server.program.logged('it has 1 GiB');
  expect((await Promise.all(files.map((file) => stat(file)))).map(({ size }) => size)).toEqual([
    2 ** 30,
    2 ** 30,
  ]);
  expect(await server.get('/api/v1/scopes')).toContain('shop');
}, 300_000);

test.skipIf(whyNoPostgres !== '')(
  `the same in PostgreSQL, and the table of readers stays as long as it may be${whyNoPostgres}`,
  async () => {
    const database = await startPostgres();
    const env = {
      PRECEPT_RULES_PATH: await tempFolder(smallContent),
      PRECEPT_USAGE: 'true',
      PRECEPT_STORE_URL: database.url,
      PRECEPT_TRUSTED_PROXIES: '127.0.0.1',
    };
    expect(await runProgram(['store', 'migrate'], { env })).toMatchObject({ code: 0 });
    const line = JSON.stringify(madeUp(0, 200)).replaceAll("'", "''");
    await database.ask(`insert into precept.usage_lines (stored, line)
      select now(), replace('${line}', 'x0.', 'x' || n || '.') from generate_series(1, 1000) n`);
    const entry = JSON.stringify({
      ...{ timestamp: yesterday, id: 'ID', type: 'missed_categories', task: 'T'.repeat(50_000) },
      ...{ categories: ['c'], reason: 'late', scope: 'shop' },
    });
    await database.ask(`insert into precept.feedback (id, stored, line)
      select 'i' || n, now(), replace('${entry}', '"ID"', '"i' || n || '"') from generate_series(1, 3000) n`);
    const server = await serve(env);
    await expectUsage(server);
    const summary = JSON.parse(await server.get('/api/v1/feedback/summary')) as { total: number };
    expect(summary.total).toBe(3000);
    // The search learns from the last reports.
    expect(await server.get('/api/v1/scopes/shop/find?task=ship')).toContain('"');

    const see = (name: string, address: string) =>
      fetch(`${server.url}/api/v1/scopes/shop/bundle`, {
        headers: { 'precept-reader': name, 'x-forwarded-for': address },
      }).then((answer) => answer.text());
    await see('real', '10.0.0.1');
    for (let from = 0; from < 1500; from += 10)
      await Promise.all(Array.from({ length: 10 }, (_, at) => see(`made-up-${from + at}`, '10.9.9.9')));
    const names = async () => {
      const { readers } = await jsonOf<{ readers: { name: string }[] }>(fetch(`${server.url}/api/v1/fleet`));
      return readers.map(({ name }) => name);
    };
    await expect.poll(async () => (await names()).length, { timeout: 60_000 }).toBe(1001);
    expect(await names()).toContain('real');
    expect(server.program.stderr()).not.toContain('heap');
  },
  300_000,
);
