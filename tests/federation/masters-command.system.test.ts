import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { version } from '../../src/model/version.ts';
import { httpClient } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { json, startServer, startStub } from './servers.ts';

const files = { 'shop/commandments.yml': 'a:\n  ruleset: [One]\n', 'team/metadata.yml': 'parent: shop\n' };

test('precept masters says of each how it is, in list order, and the page of the explorer the same', async () => {
  const live = await startServer(files);
  const older = await startStub(json((path: string) => (path.endsWith('/scopes') ? ['legacy'] : undefined)));
  const closed = await startStub((_, response) => void response.writeHead(401).end());
  const gone = await startStub(json([]));
  await gone.close();
  const urls = [live.url, older.url, closed.url, gone.url];
  const home = await tempFolder();
  const env = {
    HOME: home,
    XDG_CACHE_HOME: `${home}/cache`,
    PRECEPT_MASTERS: JSON.stringify(
      urls.map((url, place) => ({ url, ...(place === 2 && { token_env: 'TOKEN' }) })),
    ),
    PRECEPT_REMOTE_KEEP_SECONDS: '600',
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    TOKEN: 'a-secret',
  };
  const { code, stdout } = await runProgram(['masters', '--format', 'json'], { env });
  expect(code).toBe(0);
  const [first, second, third, last] = JSON.parse(stdout);
  const nothing = { login: null, signature: null };
  expect(first).toEqual({
    ...{ ...nothing, url: live.url, kind: 'live', state: 'ok', version, scopes: 2 },
    latency_ms: expect.any(Number),
    copy: { as_of: expect.stringMatching(/^\d{4}-.*Z$/), age_seconds: expect.any(Number) },
  });
  expect(second).toMatchObject({
    ...nothing,
    url: older.url,
    kind: 'older',
    state: 'ok',
    version: null,
    scopes: 1,
  });
  expect(third).toEqual({
    ...{ ...nothing, url: closed.url, kind: 'live', state: 'refused', version: null, scopes: null },
    ...{ reason: expect.stringContaining('401'), latency_ms: null, login: 'the token of TOKEN', copy: null },
  });
  expect(last).toMatchObject({
    url: gone.url,
    kind: 'live',
    state: 'unavailable',
    latency_ms: null,
    scopes: null,
  });
  expect(last.reason).toMatch(/ECONNREFUSED|connect/);
  expect(stdout).not.toContain('a-secret');
  expect(
    closed.seen.filter(({ path }) => path === '/health').map(({ headers }) => headers.authorization),
  ).toEqual([undefined]);

  // Its copy serves while it is away.
  await live.close();
  const later = JSON.parse((await runProgram(['masters', '--format', 'json'], { env })).stdout);
  expect(later[0]).toMatchObject({ state: 'unavailable', copy: { as_of: expect.any(String) } });
  const inWords = (await runProgram(['masters'], { env })).stdout;
  expect(/^## \S+\n\n- state: unavailable[^#]*^- signature: (.*)$/m.exec(inWords)?.[1]).toBe('unknown');

  const http = await httpClient(files, {
    master_server_url: [older.url, gone.url],
    remote_timeout_seconds: 60,
  });
  const page = await (await http.get('/masters', { accept: 'text/html' })).text();
  for (const words of [
    older.url,
    gone.url,
    'available',
    'unavailable',
    'older server',
    'Latency',
    'not asked for',
  ])
    expect(page).toContain(words);
  const strange = await startStub((_, response) => void response.writeHead(404).end());
  const foreign = { PRECEPT_MASTER_SERVER_URL: strange.url };
  expect(
    JSON.parse((await runProgram(['masters', '--format', 'json'], { env: foreign })).stdout),
  ).toMatchObject([
    {
      state: 'unavailable',
      scopes: null,
      latency_ms: null,
      reason: expect.stringMatching(/^it answers 404 /),
    },
  ]);
  expect((await runProgram(['masters'], {})).stdout).toMatch(/^No masters: the setting/);
});

test('of masters that must sign it says whether they do', async () => {
  const folder = await tempFolder({ 'rules/shop/commandments.yml': 'a:\n  ruleset: [One]\n' });
  const at = (name: string) => path.join(folder, name);
  const newKey = async (name: string) => (await runProgram(['keys', 'new', at(name)])).stdout.trim();
  const [own, other] = [await newKey('own.pem'), await newKey('other.pem')];
  const publish = (to: string, ...more: string[]) =>
    runProgram(['publish', at(to), '-r', at('rules'), ...more], { env: { HOME: folder } });
  expect((await publish('signed', '--sign', at('own.pem'))).code).toBe(0);
  expect((await publish('plain')).code).toBe(0);
  const address = (name: string) => pathToFileURL(path.join(at(name), 'precept.json')).href;
  const look = async (keys: object) => {
    const masters = [
      { url: address('signed'), ...keys },
      { url: address('plain'), ...keys },
    ];
    const env = { HOME: folder, XDG_CACHE_HOME: at('cache'), PRECEPT_MASTERS: JSON.stringify(masters) };
    return JSON.parse((await runProgram(['masters', '--format', 'json'], { env })).stdout);
  };
  const good = { kind: 'static', state: 'ok', scopes: 1, version: null, signature: 'good' };
  expect(await look({ keys: [own] })).toMatchObject([
    good,
    { kind: 'static', state: 'unsigned', signature: 'missing' },
  ]);
  expect((await look({ keys: other }))[0]).toMatchObject({
    ...{ state: 'bad-signature', signature: 'bad', scopes: null, latency_ms: null },
    reason: expect.stringContaining('signed by no key'),
  });
  expect(await look({})).toMatchObject([
    { state: 'ok', signature: null },
    { state: 'ok', signature: null },
  ]);
});

test('one that answers slowly is waited for, though there is a copy, by precept masters and by precept doctor', async () => {
  const live = await startServer(files);
  let isSlow = false;
  const slow = await startStub(async (request, response) => {
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 1500));
    const answer = await fetch(live.url + request.url);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const home = await tempFolder();
  const env = {
    HOME: home,
    XDG_CACHE_HOME: `${home}/cache`,
    PRECEPT_MASTER_SERVER_URL: slow.url,
    PRECEPT_REMOTE_KEEP_SECONDS: '600',
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
  };
  await runProgram(['scopes'], { env });
  isSlow = true;
  expect((await runProgram(['masters'], { env })).stdout).toContain('- state: ok\n');
  const { stdout } = await runProgram(['doctor'], { env });
  expect(stdout).toMatch(/^ok +masters: \S+ is available/m);
});
