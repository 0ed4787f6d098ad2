import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { stopDate } from '../support/clock.ts';
import { freePort } from '../support/free-port.ts';
import { startClock } from '../support/in-time.ts';
import {
  asked,
  bundle,
  bundled,
  json,
  localContent,
  reader,
  rulesOf,
  serve,
  startServer,
  startStub,
  warnings,
} from './servers.ts';

const remote = bundle('shop', { commandments: bundled('shop', { a: ['Remote'] }) });

interface Ready {
  readonly status: string;
  readonly masters: readonly {
    readonly url: string;
    readonly state: string;
    readonly reason: string | null;
    readonly since: string | null;
    readonly last_success: string | null;
    readonly age_seconds: number | null;
  }[];
}

describe('a master that refuses connections', () => {
  test('is not asked again within the window, even by other scopes and lists; then it is', async () => {
    const pass = stopDate();
    const port = await freePort();
    const files = { ...localContent, 'other/': '' };
    const own = await reader([`http://127.0.0.1:${port}`], files, { remote_retry_seconds: 0.5 });
    expect((await rulesOf(own)).unavailable).toHaveLength(1);
    const stub = await startStub(json(remote), port);
    expect((await rulesOf(own, 'other')).unavailable).toHaveLength(1);
    await asked(own, 'list_scopes', {});
    expect(stub.seen).toEqual([]);
    pass(550);
    const rules = await rulesOf(own);
    expect(rules.commandments.a?.rules).toEqual(['Remote']);
    expect(rules.unavailable).toBeUndefined();
  });

  test('is warned about once, however long it is gone, and one line tells that it is back; twice for two outages', async () => {
    const pass = stopDate();
    const port = await freePort();
    const own = await reader([`http://127.0.0.1:${port}`], undefined, {
      cache_ttl_seconds: 0,
      remote_retry_seconds: 0.02,
    });
    const down = async () => {
      for (let count = 0; count < 5; count++) {
        await rulesOf(own);
        pass(25);
      }
    };
    await down();
    const stub = await startStub(json(remote), port);
    await rulesOf(own);
    await rulesOf(own);
    await stub.close();
    await down();
    const told = warnings(own).map((line) => /is (unavailable|back)/.exec(line)?.[1]);
    expect(told).toEqual(['unavailable', 'back', 'unavailable']);
  });
});

describe.each([401, 403, 500])('a master that answers %i', (status) => {
  test('is asked again by the next request, and warned about once', async () => {
    let broken = true;
    const stub = await startStub((request, response) => {
      if (broken) response.writeHead(status).end();
      else json(remote)(request, response);
    });
    const own = await reader([stub.url], undefined, { remote_retry_seconds: 60 });
    for (let count = 1; count <= 3; count++) {
      expect((await rulesOf(own)).unavailable).toHaveLength(1);
      expect(stub.seen).toHaveLength(count);
    }
    expect(warnings(own)).toHaveLength(1);
    broken = false;
    expect((await rulesOf(own)).commandments.a?.rules).toEqual(['Remote']);
    expect(warnings(own)).toHaveLength(2);
    expect(warnings(own)[1]).toContain('is back');
  });
});

test('a failure with every scope of a lineage is one outage; one with a single scope leaves the others alone', async () => {
  const files = {
    'shop/metadata.yml': 'parents: [a, b]\n',
    'a/commandments.yml': 'x:\n  ruleset: [A]\n',
    'b/': '',
  };
  const failing = await startStub((_, response) => response.writeHead(500).end());
  const own = await reader([failing.url], files);
  expect((await rulesOf(own)).unavailable).toHaveLength(1);
  expect(failing.seen).toHaveLength(3);
  expect(warnings(own)).toHaveLength(1);

  const broken = await startStub((request, response) => {
    if (request.url?.includes('/b/')) response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
    else json(request.url?.includes('/shop/') ? remote : undefined)(request, response);
  });
  const other = await reader([broken.url], files, { cache_ttl_seconds: 0, remote_retry_seconds: 60 });
  for (let count = 0; count < 3; count++) {
    const rules = await rulesOf(other);
    expect(rules.commandments.a?.rules).toEqual(['Remote']);
    expect(rules.unavailable).toMatchObject([{ reason: expect.stringContaining('text/html') }]);
  }
  expect(broken.seen.filter(({ path }) => path.includes('/b/'))).toHaveLength(1);
  expect(warnings(other)).toHaveLength(1);
});

describe('what is missing is visible', () => {
  test('in JSON always; in Markdown only where it is asked for', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const own = await reader([url], { ...localContent, 'shop/katas.yml': 'k:\n  katas:\n    one: "1. x"\n' });
    const scope_name = 'shop';
    const unavailable = [{ url, reason: expect.any(String), since: expect.any(String) }];
    const operations = [
      'get_rules',
      'get_category_index',
      'get_kata_category_index',
      'get_katas',
      'get_user_stories',
      'get_acceptance_criteria',
      'get_validation_status',
      'get_scope',
      'get_bundle',
    ];
    for (const operation of operations)
      expect(await asked(own, operation, { scope_name }), operation).toMatchObject({ unavailable });
    const silent = await ask(own.service, 'get_rules', { scope_name }, 'markdown');
    expect(silent).not.toContain(url);
    const loud = await reader([url], localContent, { show_unavailable: true });
    expect(await ask(loud.service, 'get_rules', { scope_name }, 'markdown')).toContain(
      `> **Incomplete:** master ${url} is unavailable since `,
    );
    expect(await ask(loud.service, 'list_scopes', {}, 'markdown')).toContain(
      `> **Incomplete:** master ${url} is unavailable`,
    );
  });

  test('/ready and show tell each master’s state, last success and its age', async () => {
    stopDate();
    const port = await freePort();
    const good = await startStub(json(remote));
    const own = await reader([good.url, `http://127.0.0.1:${port}`], localContent, {
      cache_ttl_seconds: 0,
      remote_retry_seconds: 0,
    });
    const { url } = await serve(own);
    const ready = async () => {
      const response = await fetch(`${url}/ready`);
      expect(response.status).toBe(200);
      return ((await response.json()) as Ready).masters;
    };
    expect((await ready()).map(({ state }) => state)).toEqual(['untried', 'untried']);
    await rulesOf(own);
    expect(await ready()).toMatchObject([
      { url: good.url, state: 'available', reason: null, since: null, age_seconds: 0 },
      { state: 'unavailable', reason: expect.stringContaining('ECONNREFUSED'), last_success: null },
    ]);
    const shown = await ask(own.service, 'get_scope', { scope_name: 'shop' }, 'markdown');
    expect(shown).toMatch(new RegExp(`master ${good.url}: available, last answer 0 s ago`));
    expect(shown).toMatch(/unavailable \(connect ECONNREFUSED/);
    await startStub(json(remote), port);
    await rulesOf(own);
    expect((await ready()).map(({ state }) => state)).toEqual(['available', 'available']);
  });
});

describe('circles', () => {
  const plus = (text: string) => ({
    'shop/commandments.yml': `c:\n  ruleset: [${text} C]\n`,
    'shop/suggestions.yml': `+s:\n  ruleset: [${text} S]\n`,
  });

  test('a server that is its own master answers from its files, each text once, and lists no outage', async () => {
    const urls = ['not known yet'];
    const own = await startServer(plus('Own'), { master_server_url: urls, remote_timeout_seconds: 60 });
    urls[0] = own.url;
    const clock = startClock();
    const rules = await rulesOf(own);
    await clock.expectInTime(1000);
    expect(rules.commandments.c?.rules).toEqual(['Own C']);
    expect(rules.suggestions.s?.rules).toEqual(['Own S']);
    expect(rules.unavailable).toBeUndefined();
    expect(own.seen).toHaveLength(1);
    expect(await asked(own, 'list_scopes', {})).toEqual(['shop']);
  });

  test('two servers that are each other’s masters both have both contents', async () => {
    const urls = ['not known yet'];
    const a = await startServer(plus('A'), { master_server_url: urls, remote_timeout_seconds: 60 });
    const b = await startServer(plus('B'), { master_server_url: [a.url], remote_timeout_seconds: 60 });
    urls[0] = b.url;
    const clock = startClock();
    const [ofA, ofB] = await Promise.all([rulesOf(a), rulesOf(b)]);
    await clock.expectInTime(1500);
    for (const rules of [ofA, ofB]) {
      expect([...(rules.commandments.c?.rules ?? [])].sort()).toEqual(['A C', 'B C']);
      expect([...(rules.suggestions.s?.rules ?? [])].sort()).toEqual(['A S', 'B S']);
      expect(rules.unavailable).toBeUndefined();
    }
    expect(ofA.commandments.c?.rules).toEqual(['A C', 'B C']);
  });
});

test('a list over HTTP waits a second for what a hanging master says of scopes that are here too', async () => {
  const names = json(['shop']);
  const stub = await startStub((request, response) => {
    if (!request.url?.includes('/shop')) names(request, response);
  });
  const settings = { master_server_url: [stub.url], remote_timeout_seconds: 300 };
  const { url } = await startServer({ 'shop/commandments.yml': 'own: {ruleset: [Own rule]}\n' }, settings);
  const clock = startClock();
  expect(await (await fetch(`${url}/api/v1/scopes`)).json()).toEqual(['shop']);
  await clock.expectInTime(3000);
});

test('what masters ask of callers is looked up once for each scope of a list over HTTP, however many there are', async () => {
  const names = Array.from({ length: 2_200 }, (_, at) => `s${at}`);
  const master = await startStub(
    json((path: string) => (path.endsWith('/scopes') ? names : bundle(path.split('/')[4] ?? ''))),
  );
  const own = await startServer(
    { 'own/': '' },
    { master_server_url: [master.url], remote_timeout_seconds: 60 },
  );
  const list = async () => (await (await fetch(`${own.url}/api/v1/scopes`)).json()) as string[];
  expect(await list()).toHaveLength(2_201);
  const asked = master.seen.length;
  expect(asked).toBeGreaterThan(2_200);
  expect(await list()).toHaveLength(2_201);
  expect(master.seen.length - asked).toBe(0);
});
