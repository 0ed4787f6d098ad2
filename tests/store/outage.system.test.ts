import postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrackedEntry } from '../../src/feedback/entry.ts';
import { precept } from '../cli/command-line.ts';
import { createMaster } from '../feedback/master.ts';
import { missed, readLog, startAgentServer, submit, until } from '../feedback/support.ts';
import { httpClient, jsonOf, problemOf, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { startPostgres, type TestDatabase, whyNoPostgres } from './postgres.ts';
import { startProxy } from './proxy.ts';

const rulesUrl = '/api/v1/scopes/shop/rules?categories=delivery';
const tool = { type: 'missed_categories', task: 'Add an endpoint', categories: 'api.errors', reason: 'late' };
const post = (body: object, key = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(key !== '' && { 'idempotency-key': key }) },
  body: JSON.stringify(body),
});

describe.skipIf(whyNoPostgres !== '')(`a database in trouble${whyNoPostgres}`, () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await startPostgres('max_connections=14', 'superuser_reserved_connections=3');
    env = { PRECEPT_STORE_URL: database.url };
    await precept(['store', 'migrate'], { env });
  });
  const listed = async () =>
    JSON.parse((await precept(['feedback', 'list', '--format', 'json'], { env })).stdout) as TrackedEntry[];
  const reads = async () => {
    const rows = await database.ask(`
      select coalesce(sum((c->>'reads')::int), 0)::int as reads from precept.usage_lines,
      lateral json_array_elements(line::json->'counts') c`);
    return rows[0]?.reads as number;
  };

  test('that hangs delays no guidance, is given up after seconds, and lets a server end within one', async () => {
    const folder = await tempFolder(smallContent);
    const args = ['serve', '--rules-path', folder, '--port', '0', '--usage', 'true'];
    const usageFile = `${await tempFolder()}/usage.jsonl`;
    const own = { env: { ...env, PRECEPT_USAGE_FILE: usageFile } };
    const program = await startProgram(args, own);
    const address = await addressOf(program);
    const get = (url: string) => fetch(`${address}${url}`);
    const send = (key: string) => fetch(`${address}/api/v1/feedback`, post(missed, key));
    expect((await send('before')).status).toBe(201);
    database.freeze();
    try {
      const clock = startClock();
      expect((await get(rulesUrl)).status).toBe(200);
      expect((await get('/api/v1/scopes/shop/bundle')).status).toBe(200);
      expect((await get('/api/v1/scopes/shop/find?task=ship')).status).toBeLessThan(500);
      expect(await jsonOf(get('/ready'))).toMatchObject({ status: 'ok', store: 'unavailable' });
      await clock.expectInTime(4000, 'guidance and the probe');
      const refusal = startClock();
      expect((await send('hung')).status).toBe(503);
      await refusal.expectInTime(6000, 'a refusal');
      const unanswered = send('cut').catch(() => null);
      expect((await get(rulesUrl)).status).toBe(200);
      const ending = startClock();
      program.signal('SIGTERM');
      expect(await program.ended).toMatchObject({ code: 0 });
      await ending.expectInTime(1000, 'the end of a server');
      await unanswered;
    } finally {
      database.thaw();
    }
    // What was read is kept for the next server, which puts it into the store.
    const before = await reads();
    const next = await startProgram(args, own);
    await addressOf(next);
    await expect.poll(reads).toBe(before + 2);
    next.signal('SIGTERM');
    await next.ended;
    expect(await reads()).toBe(before + 2);
    const ids = (await listed()).map(({ id }) => id);
    expect(ids.filter((id) => id === 'before')).toHaveLength(1);
    expect(program.stderr()).not.toContain('a-secret-word');
  });

  test('that is away has an agent told so, unless its feedback is sent on: then it waits and arrives once', async () => {
    const lone = await startAgentServer({ env });
    const [file, remote] = [`${await tempFolder()}/feedback.jsonl`, `${await tempFolder()}/remote.jsonl`];
    const master = await createMaster(remote);
    await master.start();
    const forwarding = {
      ...env,
      PRECEPT_FEEDBACK_FILE: file,
      PRECEPT_FEEDBACK_FORWARD: 'true',
      PRECEPT_MASTER_SERVER_URL: master.url,
    };
    await database.stop();
    const told = await submit(lone, '1', tool);
    expect(told).toMatchObject({
      isError: true,
      text: expect.stringContaining('The store, a PostgreSQL database'),
    });
    lone.stdin.end();
    await lone.ended;
    const first = await startAgentServer({ env: forwarding });
    for (const task of ['one', 'two'])
      expect(await submit(first, task, { ...tool, task })).toMatchObject({ isError: false });
    await until(async () => (await readLog(remote).catch(() => [])).length === 2, 'the master has both');
    // As a host that ends its server: what waits stays.
    first.signal('SIGKILL');
    await first.ended;
    await database.start();
    const second = await startAgentServer({ env: forwarding });
    expect(await submit(second, 'three', { ...tool, task: 'three' })).toMatchObject({ isError: false });
    const tasks = async () =>
      (await listed()).map(({ task }) => task).filter((task) => /^(one|two|three)$/.test(task));
    await expect.poll(tasks).toEqual(['one', 'two', 'three']);
    await until(async () => (await readLog(remote)).length === 3, 'the master has all');
    // Over REST such a server keeps nothing that the store did not take.
    const client = await httpClient(smallContent, {
      store_url: database.url,
      feedback_forward: true,
      feedback_file: file,
      master_server_url: [master.url],
    });
    expect((await client.send('/api/v1/feedback', post({ ...missed, task: 'four' }))).status).toBe(201);
    await database.stop();
    expect((await client.send('/api/v1/feedback', post({ ...missed, task: 'five' }))).status).toBe(503);
    await database.start();
    await client.service.close();
    second.stdin.end();
    await second.ended;
    expect((await readLog(file)).map(({ task }) => task)).toEqual(['one', 'two', 'three', 'four']);
    await master.kill();
  });

  test('that is out of connections refuses feedback and nothing else, until there are some', async () => {
    const client = await httpClient(smallContent, { store_url: database.url });
    await database.ask(`create role guest login; grant usage on schema precept to guest;
      grant select, insert, update, delete on all tables in schema precept to guest;
      grant usage on all sequences in schema precept to guest`);
    const guest = await httpClient(smallContent, {
      store_url: database.url.replace('precept:a-secret-word', 'guest'),
    });
    const held = await holdConnections(database.url, 11);
    expect((await guest.get(rulesUrl)).status).toBe(200);
    const clock = startClock();
    const refused = await guest.send('/api/v1/feedback', post(missed));
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'store-unavailable' });
    await clock.expectInTime(6000, 'a refusal');
    await held.release();
    await expect
      .poll(async () => (await guest.send('/api/v1/feedback', post(missed, 'guest'))).status)
      .toBe(201);
    await Promise.all([client.service.close(), guest.service.close()]);
  });

  test('that breaks off in the middle of a request has an entry once, however often it is sent', async () => {
    const proxy = await startProxy(database.url);
    const { url } = proxy;
    const client = await httpClient(smallContent, { store_url: url });
    const send = async () => (await client.send('/api/v1/feedback', post(missed, 'cut'))).status;
    expect((await client.send('/api/v1/feedback', post(missed, 'whole'))).status).toBe(201);
    proxy.loseNextAnswer();
    expect(await send()).toBe(503);
    expect((await client.get(rulesUrl)).status).toBe(200);
    expect(await send()).toBe(201);
    expect(await database.ask(`select id from precept.feedback where id = 'cut'`)).toHaveLength(1);
    // A server that became a standby takes nothing; connections made after it was given up lead to the next.
    await database.ask('alter role precept set default_transaction_read_only = on');
    proxy.loseNextAnswer();
    await send();
    expect((await client.send('/api/v1/feedback', post(missed, 'standby'))).status).toBe(503);
    await database.ask(
      'set transaction_read_only = off; alter role precept reset default_transaction_read_only',
    );
    expect((await client.send('/api/v1/feedback', post(missed, 'standby'))).status).toBe(201);
    await client.service.close();
    await proxy.close();
  });
});

async function holdConnections(url: string, most: number): Promise<{ release(): Promise<void> }> {
  const all = Array.from({ length: most }, () => postgres(url, { max: 1, onnotice: () => {} }));
  // Those that there is no room for are refused, and the others stay.
  await Promise.all(all.map((sql) => sql`select 1`.catch(() => {})));
  return { release: async () => void (await Promise.all(all.map((sql) => sql.end({ timeout: 1 })))) };
}
