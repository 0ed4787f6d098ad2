import { describe, expect, test, vi } from 'vitest';
import { audience, startIssuer } from '../auth/issuer.ts';
import { problemOf } from '../http/client.ts';
import { replaceFiles, tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { addressOf, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { openEvents } from './event-stream.ts';
import { json, reader, rulesOf, startServer, startStub, texts } from './servers.ts';

vi.setConfig({ testTimeout: 120_000 });

const rule = (text: string) => `a:\n  ruleset: [${text}]\n`;
const files = {
  'acme/commandments.yml': rule('Of the company'),
  'shop/metadata.yml': 'parent: acme\n',
  'hush/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
};
const tree = (url: string) => fetch(`${url}/api/v1/reload?tree=true`, { method: 'POST' });

describe('GET /api/v1/events', () => {
  test('greets, and tells of changed scopes and of their children, each reload of the tree, and no other', async () => {
    const server = await startServer(files);
    const events = await openEvents(server.url);
    expect(events.response.headers.get('content-type')).toBe('text/event-stream');
    expect(events.response.headers.get('cache-control')).toBe('no-store');
    const change = { names: false, kinds: new Set(['commandments']) };
    server.service.changed({ ...change, scopes: new Set(['acme']) });
    expect(await events.until(1)).toEqual([{ scopes: ['acme', 'shop'] }]);
    await fetch(`${server.url}/api/v1/reload`, { method: 'POST' });
    server.service.changed({ ...change, scopes: new Set(['hush']) });
    expect((await events.until(2))[1]).toEqual({ scopes: ['hush'] });
    expect((await tree(server.url)).status).toBe(200);
    expect((await events.until(3))[2]).toEqual({ scopes: null });
    expect(await (await fetch(`${server.url}/api/v1/events`, { method: 'HEAD' })).text()).toBe('');
    const refused = await fetch(`${server.url}/api/v1/events`, { headers: { accept: 'application/json' } });
    expect(await problemOf(refused)).toMatchObject({ code: 'not-acceptable' });
    await server.close();
    await events.ended;
  });

  test('precept reload --tree reaches who watches the listener of this machine', async () => {
    const port = String(await freePort());
    const env = { PRECEPT_HTTP_PORT: port, PRECEPT_RULES_PATH: await tempFolder(files) };
    const events = await openEvents(await addressOf(await startProgram(['serve'], { env })));
    const { code, stderr } = await runProgram(['reload', '--tree'], { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('has reloaded')]);
    expect(await events.until(1)).toEqual([{ scopes: null }]);
  });

  test('tells callers of what they may see, and ends with their token', async () => {
    const issuer = await startIssuer();
    const server = await startServer(files, { auth_issuer_url: issuer.url, auth_audience: audience });
    expect((await openEvents(server.url)).response.status).toBe(401);
    const as = async (claims: object) =>
      openEvents(server.url, { authorization: `Bearer ${await issuer.sign({ ...claims })}` });
    const [owner, other] = [await as({ roles: ['owner'] }), await as({})];
    const soon = await as({ exp: Math.floor(Date.now() / 1000) + 1 });
    const change = { names: false, kinds: new Set(['commandments']) };
    server.service.changed({ ...change, scopes: new Set(['hush']) });
    expect(await owner.until(1)).toEqual([{ scopes: ['hush'] }]);
    server.service.changed({ ...change, scopes: new Set(['hush', 'acme']) });
    expect((await owner.until(2))[1]).toEqual({ scopes: ['acme', 'hush', 'shop'] });
    expect(await other.until(1)).toEqual([{ scopes: ['acme', 'shop'] }]);
    await soon.ended;
  });
});

describe('watch_masters', () => {
  test('a change of a file reaches the readers of readers, and so does a reload of the tree', async () => {
    const folder = await tempFolder({ ...files, 'acme/commandments.yml': rule('First') });
    const serve = async (
      args: readonly string[],
      env: Record<string, string>,
    ): Promise<[RunningProgram, string]> => {
      const program = await startProgram(['serve', '--port', '0', ...args], { env });
      return [program, await addressOf(program)];
    };
    const [, company] = await serve(['--watch', '-r', folder], {});
    const own = await tempFolder({ 'team/metadata.yml': 'parent: shop\n' });
    const below = async (url: string) =>
      serve(['-r', own], {
        PRECEPT_MASTER_SERVER_URL: url,
        PRECEPT_WATCH_MASTERS: 'true',
        PRECEPT_LOG_LEVEL: 'info',
      });
    const [department, middle] = await below(company);
    await department.logged(`watching master ${company}`);
    const [team, end] = await below(middle);
    await team.logged(`watching master ${middle}`);
    const events = await openEvents(end);
    const served = async () => (await fetch(`${end}/api/v1/scopes/team/rules`)).text();
    expect(await served()).toContain('First');
    await replaceFiles(folder, { 'acme/commandments.yml': rule('Second') });
    expect(await events.until(1)).toEqual([{ scopes: ['acme', 'shop', 'team'] }]);
    await vi.waitFor(async () => expect(await served()).toContain('Second'), { timeout: 60_000 });
    await tree(company);
    expect((await events.until(2))[1]).toEqual({ scopes: null });

    // A master that comes back may have changed meanwhile.
    department.signal('SIGTERM');
    expect((await department.ended).code).toBe(0);
    await team.logged(`master ${middle} is not watched`);
    const port = new URL(middle).port;
    const env = { PRECEPT_MASTER_SERVER_URL: company, PRECEPT_WATCH_MASTERS: 'true' };
    await addressOf(await startProgram(['serve', '--port', port, '-r', own], { env }));
    expect((await events.until(3))[2]).toEqual({ scopes: null });
    team.signal('SIGTERM');
    expect((await team.ended).code).toBe(0);
  });

  test('a change of one master shows in what inherits from it by a scope of another master', async () => {
    const folder = await tempFolder({ 'company/commandments.yml': rule('First') });
    const serve = async (rules: string, env: Record<string, string> = {}) => {
      const program = await startProgram(['serve', '--watch', '--port', '0', '-r', rules], { env });
      return { program, url: await addressOf(program) };
    };
    const company = await serve(folder);
    const team = await serve(await tempFolder({ 'team/metadata.yml': 'parents: [company]\n' }));
    const env = {
      PRECEPT_MASTERS: JSON.stringify([{ url: company.url }, { url: team.url }]),
      PRECEPT_WATCH_MASTERS: 'true',
      PRECEPT_LOG_LEVEL: 'info',
    };
    const server = await serve(await tempFolder({ 'shop/metadata.yml': 'parents: [team]\n' }), env);
    await server.program.logged(`watching master ${company.url}`);
    const served = async () => (await fetch(`${server.url}/api/v1/scopes/shop/rules`)).text();
    expect(await served()).toContain('First');
    const events = await openEvents(server.url);
    await replaceFiles(folder, { 'company/commandments.yml': rule('Second') });
    expect(await events.until(1)).toEqual([{ scopes: ['company', 'shop', 'team'] }]);
    expect(await served()).toContain('Second');
  });

  test('what goes round a circle of servers is told once', async () => {
    const ports = [await freePort(), await freePort()];
    const url = (place: number) => `http://127.0.0.1:${ports[place]}`;
    const programs = await Promise.all(
      ports.map(async (port, place) =>
        startProgram(['serve', '--port', String(port), '-r', await tempFolder(files)], {
          env: {
            PRECEPT_MASTER_SERVER_URL: url(1 - place),
            PRECEPT_WATCH_MASTERS: 'true',
            PRECEPT_LOG_LEVEL: 'info',
          },
        }),
      ),
    );
    await Promise.all(programs.map((program, place) => program.logged(`watching master ${url(1 - place)}`)));
    const [here, there] = await Promise.all([openEvents(url(0)), openEvents(url(1))]);
    for (const count of [1, 2, 3]) {
      await tree(url(0));
      await Promise.all([here.until(count), there.until(count)]);
    }
    expect([here.told().length, there.told().length]).toEqual([3, 3]);
  });

  test('a master without events is left to the time of the cache, and a hostile one bends nothing', async () => {
    const older = await startStub(json((path: string) => (path.endsWith('/scopes') ? [] : undefined)));
    const wild = await startStub((request, response) => {
      if (request.url !== '/api/v1/events') return json(undefined)(request, response);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: hello\ndata: {}\n\nevent: changed\ndata: not json\n\n');
      response.write(
        'event: changed\ndata: {"scopes": ["../x", 5]}\n\n:\n\nevent: changed\ndata: {"scopes": ["shop"]}\n\n',
      );
      response.write(`event: changed\ndata: ${'x'.repeat(600_000)}`);
    });
    const own = await reader(
      [older.url, wild.url],
      { 'shop/commandments.yml': rule('Local') },
      { watch_masters: true },
    );
    const seen: (readonly string[] | null)[] = [];
    own.service.onChange(({ scopes }) => seen.push(scopes && [...scopes]));
    own.service.followMasters();
    // It was cut off for what it sent, came back, and everything counts as changed.
    await vi.waitFor(
      () => expect(wild.seen.filter(({ path }) => path === '/api/v1/events').length).toBeGreaterThan(1),
      {
        timeout: 60_000,
      },
    );
    await vi.waitFor(() => expect(seen).toContain(null), { timeout: 60_000 });
    expect(texts((await rulesOf(own)).commandments)).toEqual({ a: ['Local'] });
    expect(older.seen.filter(({ path }) => path === '/api/v1/events')).toHaveLength(1);
    expect(own.logged.join()).toMatch(/is not watched: it gives no events/);
    expect(own.logged.join()).toMatch(/is not watched: it has sent an event that is too long/);
    await own.service.close();
  });
});
