import { Agent, get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { version } from '../../src/model/version.ts';
import { inBatches } from '../../src/runtime/async/in-batches.ts';
import { createFleet } from '../../src/service/runtime/records/fleet.ts';
import { audience, startIssuer } from '../auth/issuer.ts';
import { startServer } from '../federation/servers.ts';
import { type HttpClient, httpClient, jsonOf, smallContent } from '../http/client.ts';
import { stopDate } from '../support/clock.ts';
import { replaceFiles, tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram, startProgram } from '../support/program.ts';

interface Fleet {
  readonly readers: readonly {
    readonly name: string | null;
    readonly version: string | null;
    readonly last_seen: string;
    readonly scopes: readonly { readonly scope: string; readonly etag: string; readonly current: boolean }[];
    readonly current: boolean;
  }[];
}

const fleetOf = (client: HttpClient, headers = {}) => jsonOf<Fleet>(client.get('/api/v1/fleet', headers));
const bundle = '/api/v1/scopes/shop/bundle';
const agent = { 'user-agent': `precept/${version}` };

test('readers are remembered by their name, or else by their version, with what they hold', async () => {
  const client = await httpClient(smallContent);
  const named = { ...agent, 'precept-reader': 'build-7' };
  const etag = (await client.get(bundle, named)).headers.get('etag') ?? '';
  await client.get(bundle, { ...named, 'if-none-match': etag });
  await client.get('/api/v1/scopes', { 'user-agent': 'precept/0.0.1 (x)' });
  await client.get(bundle, { 'user-agent': 'curl/8' });
  await client.get(bundle, { 'precept-reader': 'a b', 'user-agent': 'curl/8' });
  await client.get('/api/v1/scopes/gone/bundle', { 'precept-reader': 'lost' });
  await client.get('/api/v1/scopes/shop/rules', { 'precept-reader': 'other' });
  const before = await fleetOf(client);
  expect(before.readers).toEqual([
    { name: null, version: '0.0.1', last_seen: expect.stringMatching(/Z$/), scopes: [], current: true },
    {
      name: 'build-7',
      version,
      last_seen: expect.stringMatching(/Z$/),
      scopes: [{ scope: 'shop', etag, current: true }],
      current: true,
    },
  ]);
  await replaceFiles(client.rulesPath, { 'shop/commandments.yml': 'new:\n  ruleset: [One more]\n' });
  await client.send('/api/v1/reload', { method: 'POST' });
  expect((await fleetOf(client)).readers[1]).toMatchObject({
    name: 'build-7',
    current: false,
    scopes: [{ scope: 'shop', current: false }],
  });
  const page = await (await client.get('/fleet', { accept: 'text/html' })).text();
  expect(page).toContain('build-7');
  expect(page).toContain('behind');
  await client.get(bundle, named);
  expect((await fleetOf(client)).readers[0]).toMatchObject({ name: 'build-7', current: true });
});

test('at most 10,000 readers are kept, for 30 days', async () => {
  let now = Date.UTC(2026, 0, 1);
  const fleet = createFleet(() => now);
  for (let index = 0; index < 10_010; index++)
    fleet.see({ name: `r${index}`, version: '1', scope: 's', etag: `"${index}"` });
  const all = await fleet.readers();
  expect([all.length, all[0]?.name, all.at(-1)?.name]).toEqual([10_000, 'r10009', 'r10']);
  now += 30 * 86_400_000;
  fleet.see({ name: 'r11', version: '2', scope: null, etag: null });
  now += 1;
  // The scope that it has not asked for since, it does not hold any more.
  expect(await fleet.readers()).toMatchObject([{ name: 'r11', version: '2', scopes: new Map() }]);
});

describe('made-up names', () => {
  const named = (name: string, sender: string, scope = 's') => ({
    ...{ name, sender, scope, version: '1', etag: '"e"' },
  });
  const namesOf = async (fleet: ReturnType<typeof createFleet>) =>
    (await fleet.readers()).map(({ name }) => name ?? '');

  test('fill the share of whoever sends them, and nobody else loses a place', async () => {
    const fleet = createFleet();
    for (let index = 0; index < 9000; index++) fleet.see(named(`real-${index}`, `net-${index % 100}`));
    for (let index = 0; index < 6000; index++) fleet.see(named(`made-up-${index}`, 'one'));
    const names = await namesOf(fleet);
    expect(names.filter((name) => name.startsWith('real-'))).toHaveLength(9000);
    expect(names.filter((name) => name.startsWith('made-up-'))).toHaveLength(1000);
    // Many senders who each stay within their share push one another out.
    for (let index = 0; index < 9000; index++) fleet.see(named(`more-${index}`, `of-${index % 9}`));
    const after = await namesOf(fleet);
    expect(after).toHaveLength(10_000);
    expect(after.filter((name) => name.startsWith('real-'))).toHaveLength(9000);
  });

  test('push out one another before a reader of the same sender that comes again', async () => {
    const fleet = createFleet();
    for (const name of ['build-7', 'build-7', 'build-8', 'build-8']) fleet.see(named(name, 'one'));
    for (let index = 0; index < 3000; index++) fleet.see(named(`made-up-${index}`, 'one'));
    const names = await namesOf(fleet);
    expect(names).toHaveLength(1000);
    expect(names).toEqual(expect.arrayContaining(['build-7', 'build-8', 'made-up-2999']));
    // Where all come again, a new one still finds a place.
    for (let round = 0; round < 2; round++)
      for (let index = 0; index < 1000; index++) fleet.see(named(`steady-${index}`, 'one'));
    fleet.see(named('new', 'one'));
    expect(await namesOf(fleet)).toContain('new');
  });

  test('do not take more memory by the scopes that each asks for', async () => {
    const fleet = createFleet();
    for (let index = 0; index < 900; index++) fleet.see(named(`real-${index}`, 'here', `s${index % 9}`));
    for (let name = 0; name < 900; name++)
      for (let scope = 0; scope < 200; scope++) fleet.see(named(`made-up-${name}`, 'one', `s${scope}`));
    const readers = await fleet.readers();
    expect(readers.reduce((sum, { scopes }) => sum + scopes.size, 0)).toBeLessThanOrEqual(50_000);
    expect(readers.filter(({ name }) => name?.startsWith('real-'))).toHaveLength(900);
  });

  test('are told apart by the address behind trusted proxies, and by the login', async () => {
    const server = await startServer(smallContent, { trusted_proxies: ['127.0.0.1'] });
    const agentOf = new Agent({ keepAlive: true, maxSockets: 8 });
    const ask = (name: string, forwarded: string) =>
      new Promise<void>((resolve, reject) => {
        const headers = { 'precept-reader': name, 'x-forwarded-for': forwarded };
        get(`${server.url}/api/v1/scopes`, { agent: agentOf, headers }, (answer) =>
          answer.resume().once('end', resolve),
        ).once('error', reject);
      });
    await ask('real', '10.0.0.1');
    await ask('site', '2001:db8:7:1::5');
    // What a client says itself stands before what the proxy adds.
    const many = Array.from({ length: 1200 }, (_, index) => `made-up-${index}`);
    await inBatches(many, 8, (name) => ask(name, `10.0.0.${many.indexOf(name) % 99}, 10.9.9.9`));
    const more = Array.from({ length: 1100 }, (_, index) => `site-${index}`);
    await inBatches(more, 8, (name) => ask(name, `2001:db8:8:${more.indexOf(name).toString(16)}::1`));
    agentOf.destroy();
    const { readers } = await jsonOf<Fleet>(fetch(`${server.url}/api/v1/fleet`));
    const count = (start: string) => readers.filter(({ name }) => name?.startsWith(start)).length;
    expect([count('real'), count('made-up-'), count('site-')]).toEqual([1, 1000, 1000]);
    expect(readers.some(({ name }) => name === 'site')).toBe(true);
    expect(JSON.stringify(readers)).not.toMatch(/10\.9\.9\.9|2001:db8/);
  });
});

test('of 90 days of readers, those are behind that did not ask since the last change', async () => {
  const pass = stopDate();
  const client = await httpClient(smallContent);
  const change = async (text: string) => {
    await replaceFiles(client.rulesPath, { 'shop/commandments.yml': `new:\n  ruleset: [${text}]\n` });
    await client.send('/api/v1/reload', { method: 'POST' });
  };
  const ask = (name: string, scope = 'shop') =>
    client.get(`/api/v1/scopes/${scope}/bundle`, { ...agent, 'precept-reader': name });
  for (let back = 90; back >= 0; back -= 1) {
    if (back === 40) await change('One more');
    if (back === 10) await change('And one more');
    await ask('daily');
    if (back >= 31) await ask('left');
    if (back >= 29) await ask('month');
    if (back % 7 === 4) await ask('weekly');
    if (back >= 11) await ask('eve');
    // It went over from one scope to another.
    await ask('moved', back > 40 ? 'acme' : 'shop');
    if (back === 20) await client.get(bundle, { 'user-agent': 'precept/0.0.1' });
    if (back === 35) await replaceFiles(client.rulesPath, { 'acme/commandments.yml': 'a: {ruleset: [B]}\n' });
    pass(86_400_000);
  }
  const { readers } = await fleetOf(client);
  expect(readers.map((one) => [one.name ?? one.version, one.current, one.scopes.length])).toEqual([
    ['moved', true, 1],
    ['daily', true, 1],
    ['weekly', true, 1],
    ['eve', false, 1],
    ['0.0.1', false, 1],
    ['month', false, 1],
  ]);
  const page = await (await client.get('/fleet', { accept: 'text/html' })).text();
  expect(page).toContain('aria-label="3 current, 3 behind; the table below names them"');
  expect(
    [...page.matchAll(/<tr role="row"><th scope="row" role="rowheader">([^<]+)</g)].map(([, name]) => name),
  ).toEqual([...['eve', '(no name)', 'month', 'moved', 'daily', 'weekly']]);
});

test('where callers log in, each sees readers of scopes that he may read', async () => {
  const issuer = await startIssuer();
  const secret = { 'shop/metadata.yml': 'auth: {accepted_roles: [owner]}\n' };
  const login = { auth_issuer_url: issuer.url, auth_audience: audience, admin_roles: ['ops'] };
  const client = await httpClient({ ...smallContent, ...secret }, login);
  const as = async (...roles: string[]) => ({ authorization: `Bearer ${await issuer.sign({ roles })}` });
  const owner = await as('owner');
  await client.get(bundle, { ...owner, 'precept-reader': 'one' });
  await client.get('/api/v1/scopes/acme/bundle', { ...owner, 'precept-reader': 'two' });
  await client.get('/api/v1/scopes', { ...owner, 'precept-reader': 'three' });
  const seen = async (role: string) =>
    (await fleetOf(client, await as(role))).readers.map(({ name }) => name).sort();
  expect(await seen('reader')).toEqual(['two']);
  expect(await seen('owner')).toEqual(['one', 'two']);
  expect(await seen('ops')).toEqual(['one', 'three', 'two']);
  // Nobody is behind for those who may not read the scope themselves.
  const { readers } = await fleetOf(client, await as('ops'));
  expect(readers.filter(({ current }) => !current)).toEqual([]);
});

test('a command asks the server on this machine, which a real reader has asked before', async () => {
  const port = await freePort();
  const env = { PRECEPT_HTTP_PORT: String(port) };
  const absent = await runProgram(['fleet'], { env });
  expect(absent).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`no Precept listens at http://127.0.0.1:${port}`),
  });
  const master = await startProgram(['serve'], {
    env: { ...env, PRECEPT_RULES_PATH: await tempFolder(smallContent) },
  });
  await master.logged('listening on');
  const read = await runProgram(['rules', 'shop'], {
    env: { PRECEPT_MASTER_SERVER_URL: `http://127.0.0.1:${port}`, PRECEPT_READER_NAME: 'laptop' },
  });
  expect(read.code).toBe(0);
  const fleet = await runProgram(['fleet', '--format', 'json'], { env });
  expect(fleet).toMatchObject({ code: 0, stderr: '' });
  expect((JSON.parse(fleet.stdout) as Fleet).readers).toMatchObject([
    { name: 'laptop', version, current: true, scopes: [{ scope: 'shop', current: true }] },
  ]);
  expect((await runProgram(['fleet'], { env })).stdout).toMatch(/\| laptop \| .* \| 1 \| current \|/);
});
