import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { until } from '../feedback/support.ts';
import { jsonOf, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, runProgram, startProgram } from '../support/program.ts';
import { report, tenka } from '../vision/vision.ts';
import { startPostgres, type TestDatabase, whyNoPostgres } from './postgres.ts';
import { startProxy } from './proxy.ts';

const ways = ['closed', 'reset'] as const;
const stack = /TypeError|\n +at /;

describe.skipIf(whyNoPostgres !== '')(`a connection that breaks in a transaction${whyNoPostgres}`, () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await startPostgres();
    proxy = await startProxy(database.url);
    env = { PRECEPT_STORE_URL: proxy.url };
    await runProgram(['store', 'migrate'], { env });
  });
  const versions = () => database.ask(`select to_regclass('precept.versions')::text as name`);

  test.each(ways)(
    'undoes a migration that it ends, once %s, and the next one does all of it',
    async (how) => {
      await database.ask('drop schema if exists precept cascade');
      const broken = proxy.breakAt('create table precept.feedback (', how);
      const outcome = await runProgram(['store', 'migrate'], { env });
      await broken;
      expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
      expect(outcome.stderr).not.toMatch(stack);
      expect(await versions()).toEqual([{ name: null }]);
      expect(await runProgram(['store', 'migrate'], { env })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('from version 0 to 2'),
      });
    },
  );

  test.each(ways)('has nothing written to its socket after it, once %s', async (how) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    // Whether the driver ends the connection or writes first depends on its timers.
    for (let count = 0; count < 20; count += 1) {
      const opened = openDatabase(proxy.url, { warn() {} });
      void proxy.breakAt('select 4711', how);
      const asked = opened.run((sql) => sql.unsafe('select 4711'), { seconds: 60 });
      await expect(asked).rejects.toThrow('does not answer');
      // It writes in the turn after the break.
      await setImmediate();
      expect([...(await opened.run((sql) => sql`select 1 as one`))]).toEqual([{ one: 1 }]);
      await opened.close();
    }
    expect(uncaught).toEqual([]);
  });

  test.each(ways)('loses no results that are added meanwhile, once %s: they are there once', async (how) => {
    const cwd = await tempFolder({
      'rules/shop/tenka.yml': tenka(['sums']),
      'run.xml': report('a|sums', `a|${how}`),
    });
    const add = () => runProgram(['tenka', 'import', 'run.xml', '-r', 'rules'], { cwd, env });
    const broken = proxy.breakAt('insert into precept.results', how);
    const outcome = await add();
    await broken;
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
    expect(outcome.stderr).not.toMatch(stack);
    const stored = () => database.ask('select line from precept.results where place is not null');
    const before = (await stored()).length;
    expect(await add()).toMatchObject({ code: 0 });
    expect((await stored()).length).toBe(before + 1);
  });

  test.each(ways)(
    'keeps no server from answering, once %s, and leaves nothing in its log but that',
    async (how) => {
      const rules = await tempFolder({ ...smallContent, 'shop/tenka.yml': tenka(['sums']) });
      const cwd = await tempFolder({ 'run.xml': report('a|sums') });
      await runProgram(['tenka', 'import', 'run.xml', '-r', rules], { cwd, env });
      const program = await startProgram(['serve', '--port', '0', '-r', rules], { env });
      const address = await addressOf(program);
      const get = (path: string) => fetch(`${address}/api/v1${path}`);
      // What the driver writes to a socket that is gone depends on which of its timers comes first.
      for (let count = 0; count < 10; count += 1) {
        await database.ask(`insert into precept.changes (what, version) values ('results', 1)
        on conflict (what) do update set version = changes.version + 1`);
        let isBroken = false;
        void proxy.breakAt('distinct on (place)', how).then(() => {
          isBroken = true;
        });
        await until(async () => {
          expect((await get('/scopes/shop/tenka/validation')).status).toBe(200);
          return isBroken;
        }, 'the connection has broken');
      }
      // All ten connections of the pool are asked, should one of them be broken for good.
      const asked = Array.from({ length: 20 }, () => get('/feedback/summary'));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(20).fill(200));
      await expect
        .poll(async () => (await get('/scopes/shop/tenka/validation')).text(), { timeout: 60_000 })
        .toContain('passed');
      expect(await jsonOf(fetch(`${address}/ready`))).toMatchObject({ store: 'ok' });
      program.signal('SIGTERM');
      const { code, stderr } = await program.ended;
      expect(code).toBe(0);
      expect(stderr).not.toMatch(stack);
    },
  );
});
