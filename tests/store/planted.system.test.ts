import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audience, startIssuer } from '../auth/issuer.ts';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf } from '../http/client.ts';
import {
  expectKnownFeedback,
  expectKnownUsage,
  missedOf,
  readsOf,
  type Summary,
  type Usage,
} from '../usage/expect-known.ts';
import { content, day, known, now, plantFeedback, plantUsage } from '../usage/planted.ts';
import { startPostgres, type TestDatabase, whyNoPostgres } from './postgres.ts';

interface Fleet {
  readonly readers: readonly {
    readonly name: string | null;
    readonly version: string | null;
    readonly current: boolean;
    readonly scopes: readonly { readonly scope: string; readonly current: boolean }[];
  }[];
}

describe.skipIf(whyNoPostgres !== '')(`a planted history in PostgreSQL${whyNoPostgres}`, () => {
  let database: TestDatabase;
  let replicas: HttpClient[];
  let files: string[];
  const run = (argv: readonly string[]) =>
    precept([...argv, '-r', replicas[0]?.rulesPath ?? ''], { env: { PRECEPT_STORE_URL: database.url } });
  const settings = () => ({ store_url: database.url, usage: true });

  beforeAll(async () => {
    database = await startPostgres();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    replicas = [await httpClient(content, settings()), await httpClient(content, settings())];
    files = ['--usage-file', await plantUsage(), '--feedback-file', await plantFeedback()];
    const env = { PRECEPT_STORE_URL: database.url };
    await precept(['store', 'migrate'], { env });
    // Copied twice, it is there once.
    for (const usage of [201, 0]) {
      const copied = await precept(['store', 'import', ...files, '--format', 'json'], { env });
      expect(JSON.parse(copied.stdout)).toMatchObject({ usage });
    }
  });
  afterAll(async () => {
    await Promise.all((replicas ?? []).map(({ service }) => service.close()));
    vi.useRealTimers();
  });

  test('comes out exactly at every face of each replica', async () => {
    for (const { get } of replicas) {
      await expectKnownUsage({ get, run });
      await expectKnownFeedback({ get, run });
    }
  });

  test('shows nothing of a scope to those who may not read it', async () => {
    const issuer = await startIssuer();
    const client = await httpClient(content, {
      ...{ ...settings(), auth_issuer_url: issuer.url, auth_audience: audience, admin_roles: ['admin'] },
    });
    const seenBy = async (role: string) => {
      const headers = { authorization: `Bearer ${await issuer.sign({ roles: [role] })}` };
      const all = readsOf(await jsonOf<Usage>(client.get('/api/v1/usage?since=90d', headers)));
      const { missed } = await jsonOf<Summary>(client.get('/api/v1/feedback/summary', headers));
      return [all, missed.some(({ category }) => category === 'keys')];
    };
    const open = known['90d'].filter(([name]) => !name.startsWith('vault'));
    expect(await seenBy('reader')).toEqual([open, false]);
    expect(await seenBy('admin')).toEqual([known['90d'], true]);
    await client.service.close();
  });

  test('goes on with what both replicas give out on one day', async () => {
    for (const { get } of replicas) await get('/api/v1/scopes/acme/rules?categories=security');
    // Each writes what it has counted when it is asked.
    for (const { get } of replicas) await get('/api/v1/usage');
    const usage = await jsonOf<Usage>(replicas[0]?.get('/api/v1/usage?since=1d') as Promise<Response>);
    expect(usage.entries.find(({ category }) => category === 'security')).toMatchObject({
      scope: 'acme',
      reads: 2,
      faces: { mcp: 0, rest: 2, cli: 0, explorer: 0 },
      last_read: now,
    });
  });

  test('is what is left of it once the older half is pruned', async () => {
    expect((await run(['store', 'prune', '--before', day(44)])).code).toBe(0);
    const { stdout } = await run(['usage', '--since', '90d', '--format', 'json']);
    expect(readsOf(JSON.parse(stdout))).toEqual([
      ['acme delivery', 180],
      ['acme api.errors', 90],
      ['shop delivery', 66],
      ['vault keys', 30],
      ['shop delivery/cut-release', 10],
      ['acme security', 2],
      ['gone x', 2],
      ['shop basket', 2],
      ['shop search', 2],
      ['acme delivery.announcements', 0],
      ['shop api.errors', 0],
      ['shop delivery/roll-back', 0],
      ['shop delivery.announcements', 0],
      ['shop security', 0],
      ['vault rotation', 0],
    ]);
    const never = (JSON.parse(stdout) as Usage).entries.filter(({ reads }) => reads === 0);
    expect(never.every(({ last_read }) => last_read === null)).toBe(true);
    const summary = await run(['feedback', 'summary', '--format', 'json']);
    expect(missedOf(JSON.parse(summary.stdout))).toEqual([
      ['delivery', 9],
      ['api.errors', 7],
      ['security', 5],
      ['late', 1],
      ['keys', 1],
    ]);
  });

  test('says who is behind of those who asked in the last 30 days', async () => {
    const [one, two] = replicas as [HttpClient, HttpClient];
    const tagOf = async (scope: string) =>
      (await one.get(`/api/v1/scopes/${scope}/bundle`)).headers.get('etag') ?? '';
    const [acme, shop] = [await tagOf('acme'), await tagOf('shop')];
    const rows: [string | null, string | null, string, string, number][] = [
      ['daily', '0.1.0', 'acme', acme, 0],
      ['daily', '0.1.0', 'shop', shop, 0],
      ['half', '0.1.0', 'acme', acme, 2],
      ['half', null, 'shop', '"old"', 1],
      ['late', '0.0.9', 'shop', '"old"', 29],
      // It does not use acme any more.
      ['moved', '0.1.0', 'acme', '"old"', 31],
      ['moved', '0.1.0', 'shop', shop, 3],
      ['left', '0.0.9', 'shop', '"old"', 31],
      [null, '0.0.8', 'shop', '"old"', 20],
    ];
    for (const [name, version, scope, etag, back] of rows) {
      const reader = name === null ? `version ${version}` : `name ${name}`;
      const texts = [reader, scope, name, version, etag].map((one) => (one === null ? 'null' : `'${one}'`));
      await database.ask(`insert into precept.sightings (reader, scope, name, version, etag, seen)
        values (${texts.join(', ')}, now() - interval '${back} days')`);
    }
    const fleetOf = ({ readers }: Fleet) =>
      readers.map(({ name, version, current, scopes }) => [
        name ?? version,
        current,
        scopes.map((held) => `${held.scope}${held.current ? '' : '!'}`).join(' '),
      ]);
    const expected = [
      ['daily', true, 'acme shop'],
      ['half', false, 'acme shop!'],
      ['moved', true, 'shop'],
      ['0.0.8', false, 'shop!'],
      ['late', false, 'shop!'],
    ];
    const seen = await jsonOf<Fleet>(two.get('/api/v1/fleet'));
    expect(fleetOf(seen)).toEqual(expected);
    expect(seen.readers[1]?.version).toBe('0.1.0');
    const { stdout } = await run(['fleet', '--format', 'json']);
    expect(fleetOf(JSON.parse(stdout))).toEqual(expected);
    const page = await (await two.get('/fleet', { accept: 'text/html' })).text();
    expect(page).toContain('2 current, 3 behind');
  });

  test('says that a reader holds again what it held before', async () => {
    const [one, two] = replicas as [HttpClient, HttpClient];
    const see = (etag: string) =>
      one.service.fleet.see({ name: 'undecided', version: '0.1.0', scope: 'shop', etag });
    const held = async () =>
      (await database.ask(`select etag from precept.sightings where reader = 'name undecided'`))[0]?.etag;
    for (const etag of ['"a"', '"b"', '"a"']) {
      see(etag);
      await expect.poll(held, { timeout: 60_000 }).toBe(etag);
    }
    expect((await two.service.fleet.readers()).some(({ name }) => name === 'undecided')).toBe(true);
  });
});
