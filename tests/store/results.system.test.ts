import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { snippetsFor } from '../docs/rules.ts';
import { httpClient, jsonOf } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { report, tenka } from '../vision/vision.ts';
import { startPostgres, type TestDatabase, whyNoPostgres } from './postgres.ts';

const rules = { 'shop/tenka.yml': tenka(['sums'], ['other']) };
const validation = '/api/v1/scopes/shop/tenka/validation';

const asJson = { accept: 'application/json' };

interface Validation {
  readonly validated: number;
}

describe.skipIf(whyNoPostgres !== '')(`test results in PostgreSQL${whyNoPostgres}`, () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let cwd: string;
  const run = async (...argv: string[]) => {
    const printed = await precept([...argv, '--rules-path', `${cwd}/rules`], { env, cwd });
    if (printed.code !== 0) throw new Error(printed.stdout + printed.stderr);
    return printed.stdout;
  };
  beforeAll(async () => {
    database = await startPostgres();
    env = { PRECEPT_STORE_URL: database.url };
    cwd = await tempFolder({
      'rules/shop/tenka.yml': rules['shop/tenka.yml'],
      'good.xml': report('a|sums', 'a|other'),
      'bad.xml': report('a|sums|failure'),
    });
  });

  test('need tables, and those of an older version are brought forward with what they hold', async () => {
    const imported = await precept(['tenka', 'import', 'good.xml', '-r', 'rules'], { env, cwd });
    expect(imported).toMatchObject({ code: 1, stderr: expect.stringContaining('precept store migrate') });
    await run('store', 'migrate');
    // As the first version left it.
    await database.ask(
      'drop table precept.results, precept.changes; delete from precept.versions where version > 1',
    );
    await database.ask(`insert into precept.feedback (id, stored, line) values ('old', now(), '{}')`);
    expect(await precept(['store', 'migrate', '--check'], { env })).toMatchObject({ code: 1 });
    expect(await run('store', 'migrate')).toBe('The store was brought from version 1 to 2.\n');
    expect(await database.ask('select id from precept.feedback')).toEqual([{ id: 'old' }]);
    await database.ask('update precept.versions set version = 99 where version = 2');
    expect(await precept(['store', 'migrate'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('version 99'),
    });
    await database.ask('update precept.versions set version = 2 where version = 99');
  });

  test('are seen by every replica, the latest of each check, with their history', async () => {
    const replica = () => httpClient(rules, { store_url: database.url });
    const [one, two] = await Promise.all([replica(), replica()]);
    const validated = async (client: typeof one) =>
      (await jsonOf<Validation>(client.get(validation, asJson))).validated;
    expect(await validated(one)).toBe(0);
    expect(await run('tenka', 'import', 'good.xml', '--dry-run')).toContain('dry run');
    expect(await run('tenka', 'import', 'good.xml')).toContain('2');
    await expect.poll(() => validated(one)).toBe(2);
    await expect.poll(() => validated(two)).toBe(2);
    const before = (await one.get(validation, asJson)).headers.get('etag');
    await run('tenka', 'import', 'bad.xml');
    // The suite was run again, and had no test of the second criterion.
    await expect.poll(() => validated(two)).toBe(0);
    await expect.poll(async () => (await one.get(validation, asJson)).headers.get('etag')).not.toBe(before);
    const history = JSON.parse(await run('tenka', 'history', 'AC1.1', '--format', 'json')) as {
      results: { passed: boolean }[];
    };
    expect(history.results.map(({ passed }) => passed)).toEqual([true, false]);
    await Promise.all([one.service.close(), two.service.close()]);
  });

  test('stay as they were read last while the database is away, and are read again when it is back', async () => {
    await run('tenka', 'import', 'good.xml');
    const client = await httpClient(rules, { store_url: database.url });
    const validated = async () => (await jsonOf<Validation>(client.get(validation, asJson))).validated;
    await expect.poll(validated).toBe(2);
    await database.stop();
    await expect
      .poll(async () => `${await validated()} ${client.logged.join('')}`)
      .toMatch(/^2 .*test results stay as they were read last/s);
    expect(await precept(['tenka', 'import', 'bad.xml', '-r', 'rules'], { env, cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not answer'),
    });
    await database.start();
    await run('tenka', 'import', 'bad.xml');
    await expect.poll(validated).toBe(0);
    await client.service.close();
  });

  test('of checks that no story has go with --prune, old ones with store prune', async () => {
    await run('tenka', 'import', 'good.xml');
    const smaller = await tempFolder({ 'shop/tenka.yml': tenka(['sums']) });
    const printed = await precept(['tenka', 'import', 'good.xml', '--prune', '-r', smaller], { env, cwd });
    expect(printed.code).toBe(0);
    const left = await database.ask(`select distinct line::json->>'check' as check from precept.results
      where place is not null`);
    expect(left).toEqual([{ check: 'sums' }]);
    expect(await run('store', 'prune', '--before', '2020-01-01')).toBe('Deleted 0 rows.\n');
    await database.ask(`update precept.results set stored = '2019-01-01'`);
    expect(await run('store', 'prune', '--before', '2020-01-01')).toMatch(/^Deleted [1-9]\d* rows\.\n$/);
    // The latest of the one check, and what the last import covered.
    const rest = await database.ask('select line, place from precept.results order by place nulls last');
    expect(rest.map(({ place }) => place === null)).toEqual([false, true]);
    expect(await run('store', 'prune', '--before', '2020-01-01')).toBe('Deleted 0 rows.\n');
    await database.ask('delete from precept.results');
  });

  test('and store prune leaves each check as it was: validated, or stale', async () => {
    const two = await tempFolder({
      'rules/shop/tenka.yml': tenka(['sums'], ['other'], ['gone']),
      'all.xml': report('a|sums', 'a|other', 'a|gone').replace('name="s"', 'name="early"'),
      'part.xml': report('a|sums').replace('name="s"', 'name="early"'),
      'elsewhere.xml': report('a|other').replace('name="s"', 'name="late"'),
    });
    const go = (...argv: string[]) => precept([...argv, '--rules-path', `${two}/rules`], { env, cwd: two });
    const states = async () => {
      const printed = await go('tenka', 'coverage', 'shop', '--format', 'json');
      const { stdout } = await go('tenka', 'acs', 'shop', '--format', 'json');
      return [printed.code, printed.stdout, stdout];
    };
    for (const file of ['all.xml', 'all.xml', 'part.xml', 'elsewhere.xml'])
      expect(await go('tenka', 'import', file)).toMatchObject({ code: 0 });
    const before = await states();
    expect(before[2]).toContain('"stale"');
    expect(before[2]).toContain('"passed"');
    const rows = async () => (await database.ask('select seq from precept.results')).length;
    const many = await rows();
    expect((await go('store', 'prune', '--before', '2999-01-01')).stdout).toMatch(/^Deleted [1-9]\d* rows/);
    expect(await rows()).toBeLessThan(many);
    expect(await states()).toEqual(before);
    await database.ask('delete from precept.results');
  });

  test('and the rest of the store are looked at by doctor', async () => {
    const doctor = async (variables: Record<string, string>) => {
      const { stdout } = await precept(['doctor', '-r', `${cwd}/rules`], { env: variables, cwd });
      return /^.*\bstore: .*(\n +.*)?/m.exec(stdout)?.[0] ?? '';
    };
    expect(await doctor({})).toBe('');
    expect(await doctor(env)).toMatch(
      /^ok +store: PostgreSQL [\d.]+ answers, and has the tables of version 2/,
    );
    const away = await doctor({ PRECEPT_STORE_URL: 'postgres://precept:a-secret-word@127.0.0.1:1/postgres' });
    expect(away).toMatch(
      /^fail +store: the store does not answer: .*ECONNREFUSED[^\n]*\n.*PRECEPT_STORE_URL/,
    );
    expect(away).not.toContain('a-secret-word');
    await database.ask(`create role reader login; grant usage on schema precept to reader;
      grant select on all tables in schema precept to reader`);
    const reader = { PRECEPT_STORE_URL: database.url.replace('precept:a-secret-word', 'reader') };
    expect(await doctor(reader)).toMatch(
      /^fail +store: the user reader .* no delete on precept\.changes[^\n]*\n.*grant/,
    );
    await database.ask('create role nobody login');
    const nobody = { PRECEPT_STORE_URL: database.url.replace('precept:a-secret-word', 'nobody') };
    expect(await doctor(nobody)).toMatch(/^fail +store: .*usage on schema precept/);
    const [grants] = snippetsFor('statement');
    await database.ask(grants?.text.replaceAll(' to precept;', ' to nobody;') ?? '');
    expect(await doctor(nobody)).toMatch(/^ok +store: /);
    await database.ask('alter role precept set default_transaction_read_only = on');
    expect(await doctor(env)).toMatch(
      /^fail +store: the store is read-only[^\n]*\n.*turn off default_transaction_read_only/,
    );
    await database.ask(
      'set transaction_read_only = off; alter role precept reset default_transaction_read_only',
    );
    await database.ask('create role w4_srv login connection limit 0');
    const full = { PRECEPT_STORE_URL: database.url.replace('precept:a-secret-word', 'w4_srv:srv') };
    expect(await doctor(full)).toMatch(
      /^fail +store: the store has no connection left: too many connections for role "w4_srv"\n.*Raise the limit/,
    );
    await database.ask('insert into precept.versions (version) values (3)');
    expect(await doctor(env)).toMatch(/^warn +store: the store is at version 3, .* knows 2\n.*newer Precept/);
    await database.ask('delete from precept.versions where version = 3');
    await database.ask('delete from precept.versions where version = 2');
    expect(await doctor(env)).toMatch(
      /^fail +store: the store is at version 1 of 2\n.*precept store migrate/,
    );
    await database.ask('drop schema precept cascade');
    expect(await doctor(env)).toMatch(/^fail +store: the store has no tables\n.*precept store migrate/);
  });
});
