import { chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackEntry, TrackedEntry } from '../../src/feedback/entry.ts';
import { openDatabase } from '../../src/store/database.ts';
import { precept } from '../cli/command-line.ts';
import { hasOpenssl, makeCertificates } from '../federation/https.ts';
import { missed } from '../feedback/support.ts';
import { type HttpClient, httpClient, jsonOf, problemOf, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, endInOrder, runProgram, startProgram } from '../support/program.ts';
import { startPostgres, type TestDatabase, whyNoPostgres } from './postgres.ts';

const away = 'postgres://precept:a-secret-word@127.0.0.1:1/postgres';
const post = (client: HttpClient, url: string, body: object, headers = {}) =>
  client.send(`/api/v1${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('without a database', () => {
  test('guidance is served, feedback is not, and the probe says so', async () => {
    const client = await httpClient(smallContent, { store_url: away, usage: true });
    expect((await client.get('/api/v1/scopes/shop/rules')).status).toBe(200);
    const answer = await post(client, '/feedback', missed);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'store-unavailable' });
    const ready = await client.get('/ready');
    expect(ready.status).toBe(200);
    expect(await jsonOf(ready)).toMatchObject({ status: 'ok', store: 'unavailable' });
    await client.service.close();
    expect(client.logged.join('')).not.toContain('a-secret-word');
  });

  test('a server says at its start what is wrong, before anybody uses it', async () => {
    const folder = await tempFolder(smallContent);
    const args = ['serve', '--rules-path', folder, '--port', '0'];
    const program = await startProgram(args, { env: { PRECEPT_STORE_URL: away } });
    await program.logged('The store, a PostgreSQL database, does not answer');
    expect(program.stderr()).not.toContain('a-secret-word');
  });

  test('the commands of the store need its address, which no settings file and no flag may hold', async () => {
    for (const command of [['migrate'], ['import'], ['prune', '--before', '1d']])
      expect(await precept(['store', ...command])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('PRECEPT_STORE_URL'),
      });
    const cwd = await tempFolder({ '.precept/settings.yml': `store_url: ${away}\n` });
    const refused = await precept(['scopes'], { cwd });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('PRECEPT_STORE_URL') });
    expect(refused.stderr).not.toContain('a-secret-word');
    expect(await precept(['scopes', '--store-url', away])).toMatchObject({ code: 2 });
    const outcome = await precept(['store', 'migrate'], { env: { PRECEPT_STORE_URL: away } });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
    expect(outcome.stderr).toContain('ECONNREFUSED');
    expect(outcome.stderr).not.toContain('a-secret-word');
    for (const odd of ['postgres://u:a-secret-word%zz@h/x', 'postgres://u:a-secret-word@[::1/x']) {
      const unreadable = await precept(['store', 'migrate'], { env: { PRECEPT_STORE_URL: odd } });
      expect(unreadable).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
      expect(unreadable.stderr).not.toMatch(/a-secret-word|\n +at /);
    }
    const rules = await tempFolder({
      'a/commandments.yml': 'x:\n  ruleset: ["At {{ STORE_URL }} {{ store_url }}"]\n',
    });
    const read = await precept(['rules', 'a', '-r', rules], { env: { PRECEPT_STORE_URL: away } });
    expect(read.stdout + read.stderr).not.toContain('a-secret-word');
    expect(await jsonOf((await httpClient(smallContent)).get('/ready'))).not.toHaveProperty('store');
  });
});

describe.skipIf(whyNoPostgres !== '')(`PostgreSQL${whyNoPostgres}`, () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await startPostgres();
    env = { PRECEPT_STORE_URL: database.url };
  });
  const replica = () => httpClient(smallContent, { store_url: database.url, usage: true });

  test('is migrated once, by a command, and says before what is pending', async () => {
    const client = await replica();
    expect((await problemOf(await post(client, '/feedback', missed))).detail).toContain(
      'precept store migrate',
    );
    const pending = await precept(['store', 'migrate', '--check', '--format', 'json'], { env });
    expect([pending.code, JSON.parse(pending.stdout)]).toEqual([
      1,
      { from: 0, to: 0, known: 2, pending: true },
    ]);
    const both = await Promise.all([1, 2].map(() => precept(['store', 'migrate'], { env })));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ stdout }) => stdout).join('')).toContain('from version 0 to 2');
    expect(await precept(['store', 'migrate', '--check'], { env })).toMatchObject({ code: 0 });
    const { code, stdout } = await precept(['store', 'migrate', '--format', 'json'], { env });
    expect([code, JSON.parse(stdout)]).toEqual([0, { from: 2, to: 2, known: 2, pending: false }]);
    expect(await jsonOf(client.get('/ready'))).toMatchObject({ store: 'ok' });
    await client.service.close();
  });

  test('is shared by replicas: entries once by their key, their states, usage and readers', async () => {
    const [one, two] = await Promise.all([replica(), replica()]);
    const key = { 'idempotency-key': 'k-1' };
    const stored = await Promise.all(
      [one, two, one, two].map(async (client) =>
        jsonOf<FeedbackEntry>(post(client, '/feedback', missed, key)),
      ),
    );
    expect(new Set(stored.map((entry) => JSON.stringify(entry))).size).toBe(1);
    expect((await post(two, '/feedback', { ...missed, task: 'other' }, key)).status).toBe(422);
    const text = 'Zürich \u0000 \ud800 €';
    await post(one, '/feedback', { ...missed, task: text });
    expect(await jsonOf(two.get('/api/v1/feedback/summary'))).toMatchObject({ total: 2 });
    expect((await post(two, '/feedback/k-1/resolve', { note: 'Done' })).status).toBe(200);
    expect(await jsonOf(one.get('/api/v1/feedback/summary'))).toMatchObject({ total: 1 });
    expect((await post(one, '/feedback/none/resolve', { note: 'x' })).status).toBe(404);
    const listed = await precept(['feedback', 'list', '--format', 'json'], { env });
    expect(JSON.parse(listed.stdout) as TrackedEntry[]).toMatchObject([
      { id: 'k-1', state: 'resolved', note: 'Done' },
      { task: text, state: 'open' },
    ]);
    for (const client of [one, two]) await client.get('/api/v1/scopes/shop/rules?categories=delivery');
    await one.get('/api/v1/usage');
    const { entries } = await jsonOf<{ entries: { category: string; reads: number }[] }>(
      two.get('/api/v1/usage?scope=shop'),
    );
    expect(entries[0]).toMatchObject({ category: 'delivery', reads: 2 });
    const day = new Date().toISOString().slice(0, 10);
    const sessions = [{ day, client: 'opencode', connected: 4, asked: 1, shown: 0 }];
    for (const client of [one, two, one])
      expect((await post(client, '/usage', { sessions }, { 'idempotency-key': 's-1' })).status).toBe(201);
    expect(await jsonOf(two.get('/api/v1/usage?reach=true'))).toMatchObject({
      reach: [{ client: 'opencode', connected: 4, asked: 1, shown: 0 }],
    });
    const report = await jsonOf<{ unseen: { id: string }[] }>(one.get('/api/v1/usage/rules?scope=shop'));
    const rule = report.unseen[0]?.id ?? '';
    const outcomes = [{ day, scope: 'shop', rule, relevant: 12, kept: 12, violated: 0, waived: 0 }];
    expect((await post(one, '/usage', { outcomes })).status).toBe(201);
    expect(await jsonOf(two.get('/api/v1/usage/rules?scope=shop'))).toMatchObject({
      needless: [{ id: rule, relevant: 12, next: expect.stringContaining('retire it otherwise') }],
    });
    await one.get('/api/v1/scopes/shop/bundle', { 'precept-reader': 'laptop' });
    const readers = async () =>
      (await jsonOf<{ readers: { name: string; current: boolean }[] }>(two.get('/api/v1/fleet'))).readers;
    await expect.poll(readers, { timeout: 60_000 }).toMatchObject([{ name: 'laptop', current: true }]);
    await Promise.all([one.service.close(), two.service.close()]);
  });

  test('counts as away for a user that may not write, and says why once', async () => {
    await database.ask(`create role looker login; grant usage on schema precept to looker;
      grant select on all tables in schema precept to looker`);
    const store_url = database.url.replace('precept:a-secret-word', 'looker');
    const client = await httpClient(smallContent, { store_url });
    for (let time = 0; time < 2; time++)
      expect(await jsonOf(client.get('/ready'))).toMatchObject({ status: 'ok', store: 'unavailable' });
    expect(client.logged.filter((line) => line.includes('lets its user read and not write'))).toHaveLength(1);
    await client.service.close();
  });

  test('that has no tables has doctor name who may make them', async () => {
    await database.ask('create role server login');
    await database.ask('create database bare');
    const doctor = async (user: string) => {
      const PRECEPT_STORE_URL = database.url
        .replace('precept:a-secret-word', user)
        .replace(/postgres$/, 'bare');
      return (await precept(['doctor'], { env: { PRECEPT_STORE_URL } })).stdout;
    };
    expect(await doctor('precept')).toMatch(/the store has no tables\n +Run "precept store migrate"\.$/m);
    expect(await doctor('server')).toMatch(
      /the store has no tables\n +Run "precept store migrate" with the user that owns the database.*server may not make tables/,
    );
  });

  test('says that its disk is full, as it answers all the same', async () => {
    const logged: string[] = [];
    const opened = openDatabase(database.url, { warn: (text) => void logged.push(text) });
    const asked = opened.run((sql) =>
      sql.unsafe(`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`),
    );
    await expect(asked).rejects.toThrow('The disk of the store, a PostgreSQL database, is full');
    const once = [expect.stringContaining('is full; try again later. store: no space')];
    expect(logged).toEqual(once);
    // Nothing can be written, and what is read is no sign of the end of that.
    await database.ask(`create function full_disk() returns event_trigger language plpgsql as
      $$ begin raise exception 'no space' using errcode = '53100'; end $$`);
    await database.ask('create event trigger full_disk on ddl_command_start execute function full_disk()');
    for (let time = 0; time < 2; time++) {
      expect(await opened.isUp()).toBe(false);
      await opened.run((sql) => sql`select 1`);
    }
    expect(logged).toEqual(once);
    const found = await precept(['doctor'], { env });
    expect(found.stdout).toMatch(/^fail +store: the disk of the store is full: no space\n +Make room/m);
    await database.ask('drop event trigger full_disk; drop function full_disk()');
    expect(await opened.isUp()).toBe(true);
    expect(logged).toEqual([...once, 'the store answers again']);
    await opened.close();
  });

  test('may be away for a while: guidance goes on, and what was acknowledged is there afterwards', async () => {
    const client = await httpClient(smallContent, { store_url: database.url, usage: true, metrics: true });
    const isUp = async () =>
      /^precept_store_up (\d)$/m.exec(await (await client.get('/metrics')).text())?.[1];
    expect(await isUp()).toBe('1');
    expect((await post(client, '/feedback', missed, { 'idempotency-key': 'before' })).status).toBe(201);
    await database.stop();
    expect((await client.get('/api/v1/scopes/shop/rules')).status).toBe(200);
    expect((await post(client, '/feedback', missed)).status).toBe(503);
    expect((await client.get('/api/v1/feedback/summary')).status).toBe(503);
    expect(await isUp()).toBe('0');
    await database.start();
    expect(await isUp()).toBe('1');
    expect((await post(client, '/feedback', missed, { 'idempotency-key': 'after' })).status).toBe(201);
    const listed = await precept(['feedback', 'list', '--format', 'json'], { env });
    const ids = (JSON.parse(listed.stdout) as TrackedEntry[]).map(({ id }) => id);
    expect(ids.filter((id) => id === 'before' || id === 'after')).toEqual(['before', 'after']);
    await client.service.close();
  });

  test('takes the files in, each line once, and forgets what is old', async () => {
    const old = { timestamp: '2020-01-01T00:00:00.000Z', ...missed };
    const feedback = path.join(await tempFolder(), 'feedback.jsonl');
    const usage = path.join(path.dirname(feedback), 'usage.jsonl');
    const state = { id: 'f-1', state: 'resolved', note: 'n', timestamp: '2020-01-02T00:00:00.000Z' };
    const lines = [old, { ...old, id: 'f-1' }, state, '{"torn'];
    await writeFile(
      feedback,
      lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
    );
    const count = { day: '2020-01-01', scope: 'shop', category: 'a', face: 'mcp', reads: 1, tokens: 1 };
    await writeFile(usage, `${JSON.stringify({ timestamp: old.timestamp, counts: [count] })}\n`);
    const results = path.join(path.dirname(feedback), 'validation.jsonl');
    const result = {
      timestamp: old.timestamp,
      scope: 'shop',
      ac: 'AC1.1',
      check: 'sums',
      passed: true,
      source: 's',
    };
    const covered = { timestamp: old.timestamp, import: 'i', suites: ['s'] };
    await writeFile(results, `${JSON.stringify(result)}\n${JSON.stringify(covered)}\n{"torn\n`);
    const argv = [
      'store',
      'import',
      '--feedback-file',
      feedback,
      '--usage-file',
      usage,
      '--validation-file',
      results,
    ];
    expect((await precept(argv, { env })).stdout).toBe(
      'Copied 2 entries and 1 states of feedback, 1 lines of usage, 2 lines of test results.\n',
    );
    expect(await precept(argv, { env })).toMatchObject({
      stdout: 'Copied 0 entries and 0 states of feedback, 0 lines of usage, 0 lines of test results.\n',
      stderr: expect.stringContaining(`precept: looked in ${feedback}, ${usage}, ${results}\n`),
    });
    const json = ['--format', 'json'];
    const again = await precept([...argv, ...json], { env });
    expect(JSON.parse(again.stdout)).toEqual({ feedback: 0, states: 0, usage: 0, results: 0 });
    const all = async () =>
      JSON.parse((await precept(['feedback', 'list', '--format', 'json'], { env })).stdout) as TrackedEntry[];
    expect(await all()).toContainEqual(expect.objectContaining({ id: 'f-1', state: 'resolved', note: 'n' }));
    expect((await precept(['store', 'prune', '--before', '2021-01-01'], { env })).stdout).toBe(
      // The latest result of the check stays, and what the last import covered.
      'Deleted 4 rows.\n',
    );
    const rest = await precept(['store', 'prune', '--before', '2021-01-01', ...json], { env });
    expect(JSON.parse(rest.stdout)).toEqual({ before: '2021-01-01T00:00:00.000Z', deleted: 0 });
    expect((await all()).some(({ timestamp }) => timestamp.startsWith('2020'))).toBe(false);
    expect(await precept(['store', 'prune'], { env })).toMatchObject({ code: 2 });
  });

  test('is said once to be away, and once to be back', async () => {
    const folder = await tempFolder(smallContent);
    const program = await startProgram(['serve', '--rules-path', folder, '--port', '0'], { env });
    const address = await addressOf(program);
    const send = async (task: string) => {
      const body = JSON.stringify({ ...missed, task });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${address}/api/v1/feedback`, { method: 'POST', headers, body })).status;
    };
    expect(await send('before')).toBe(201);
    await database.stop();
    for (const task of ['one', 'two', 'three']) expect(await send(task)).toBe(503);
    await database.start();
    expect(await send('after')).toBe(201);
    const { stderr } = await endInOrder(program);
    const said = (pattern: RegExp) => stderr.match(pattern)?.length ?? 0;
    expect([said(/said again until it answers/g), said(/the store answers again/g)]).toEqual([1, 1]);
  });
});

test.skipIf(whyNoPostgres !== '' || !hasOpenssl)(
  'the certificate of a store is checked for the host of its address, also for an IP address',
  async () => {
    const folder = await makeCertificates();
    const asked = await startPostgres();
    const data = String((await asked.ask('show data_directory'))[0]?.data_directory);
    const { uid, gid } = await stat(data);
    for (const name of ['server.pem', 'server.key']) {
      await copyFile(path.join(folder, name), path.join(data, name));
      await chown(path.join(data, name), uid, gid);
      await chmod(path.join(data, name), 0o600);
    }
    for (const set of ["ssl_cert_file = 'server.pem'", "ssl_key_file = 'server.key'", 'ssl = on'])
      await asked.ask(`alter system set ${set}`);
    await asked.ask('select pg_reload_conf()');
    const doctor = async (host: string) => {
      const PRECEPT_STORE_URL = `${asked.url.replace('127.0.0.1', host)}?sslmode=verify-full`;
      const env = { PRECEPT_STORE_URL, NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') };
      return (await runProgram(['doctor'], { env, cwd: folder })).stdout;
    };
    await expect.poll(() => doctor('127.0.0.1'), { timeout: 60_000 }).toContain('the store has no tables');
    expect(await doctor('localhost')).toMatch(
      /the certificate of the store is for another name: .*Host: localhost\..*\n +In PRECEPT_STORE_URL, write the name/,
    );
  },
);
