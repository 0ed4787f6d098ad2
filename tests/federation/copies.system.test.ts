import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { stopDate } from '../support/clock.ts';
import { startClock } from '../support/in-time.ts';
import { gone, ownProblem, startWorld, status, type Turn, texts, works } from './copies-world.ts';
import { asked, bundle, json, reader, rulesOf, startServer, warnings } from './servers.ts';

test('a new process asks once, with a condition, and takes what is new', async () => {
  const { master, open } = await startWorld();
  expect(await texts(await open())).toEqual(['Remote']);
  master.seen.length = 0;
  const second = await open();
  expect(await texts(second)).toEqual(['Remote']);
  expect(master.seen.map(({ headers }) => headers['if-none-match'])).toEqual([expect.stringMatching(/^"/)]);
  master.text = 'Newer';
  expect(await texts(await open())).toEqual(['Newer']);
  expect(await texts(second)).toEqual(['Newer']);
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Newer']);
});

test('while a master is away its copy is served, and every answer says of when it is', async () => {
  const pass = stopDate();
  const { master, open } = await startWorld();
  await texts(await open());
  const asOf = new Date().toISOString();
  pass(60_000);
  master.turn = gone;
  const own = await open({ show_unavailable: true });
  const rules = await rulesOf(own);
  expect(rules).toMatchObject({
    commandments: { a: { rules: ['Remote'] } },
    metadata: { sources: ['local', master.url] },
    unavailable: [{ url: master.url, as_of: asOf }],
    warnings: [expect.stringMatching(new RegExp(`${master.url}.* as of ${asOf}`))],
  });
  expect(await ask(own.service, 'get_rules', { scope_name: 'shop' }, 'markdown')).toMatch(
    new RegExp(`^> \\*\\*Incomplete:\\*\\* master ${master.url} .*as of ${asOf}\\.\n\n`),
  );
  expect(await ask((await open()).service, 'get_rules', { scope_name: 'shop' }, 'markdown')).not.toContain(
    asOf,
  );
  expect(await asked(own, 'get_bundle', { scope_name: 'shop' })).toMatchObject({
    unavailable: [{ as_of: asOf }],
  });
  expect(warnings(own)).toEqual([expect.stringContaining(`as of ${asOf} is served`)]);
  // It counts from the last confirmation.
  master.turn = works;
  await texts(await open());
  pass(3_500_000);
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Remote']);
  pass(200_000);
  const late = await rulesOf(await open());
  expect(late.commandments.a).toBeUndefined();
  expect(late.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
});

test('a server that has lost its rules folder leaves its readers their copies', async () => {
  const { rename } = await import('node:fs/promises');
  const files = { 'shop/commandments.yml': 'a:\n  ruleset: [Remote]\n' };
  const server = await startServer(files, { cache_ttl_seconds: 0 });
  const cache_dir = `${server.rulesPath}-copies`;
  const open = () =>
    reader([server.url], undefined, {
      ...{ remote_keep_seconds: 3600, remote_retry_seconds: 0, cache_ttl_seconds: 0, cache_dir },
    });
  expect(await texts(await open())).toEqual(['Remote']);
  await rename(server.rulesPath, `${server.rulesPath}-away`);
  for (const own of [await open(), await open()]) {
    expect(await texts(own)).toEqual(['Remote']);
    expect(warnings(own)).toEqual([expect.stringContaining('it cannot read its rules folder now')]);
  }
});

test('the list of scopes is kept too', async () => {
  const { master, open } = await startWorld();
  const files = { 'own/': '' };
  const settings = (await open()).service.config.settings;
  const list = async () => asked(await reader([master.url], files, settings), 'list_scopes', {});
  expect(await list()).toEqual(['own', 'shop']);
  expect(await list()).toEqual(['own', 'shop']);
  expect(master.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    expect.stringMatching(/^"/),
  ]);
  master.turn = gone;
  expect(await list()).toEqual(['own', 'shop']);
});

describe('the copy serves', () => {
  test.each<[string, Turn]>([
    ['500', status(500)],
    ['503', status(503)],
    ['408', status(408)],
    ['429', status(429)],
    ['HTML with 200', status(200, '<p>', 'text/html')],
    ['JSON that is cut', status(200, '{"format":1,', 'application/json')],
    ['another shape', status(200, '[]', 'application/json')],
    ['far too much', status(200, ' '.repeat(9 * 1024 * 1024), 'application/json')],
    ['a redirect elsewhere', status(302)],
  ])('instead of %s', async (_, turn) => {
    const { master, open } = await startWorld();
    await texts(await open());
    master.turn = turn;
    const rules = await rulesOf(await open());
    expect(rules.commandments.a?.rules).toEqual(['Remote']);
  });

  test('not instead of 401 and 403, after which there is none', async () => {
    for (const code of [401, 403]) {
      const { master, open } = await startWorld();
      await texts(await open());
      master.turn = status(code);
      const rules = await rulesOf(await open());
      expect(rules.commandments.a).toBeUndefined();
      expect(rules.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
      master.turn = gone;
      expect(await texts(await open())).toBeUndefined();
    }
  });

  test('not instead of 404; there is none after the word of a Precept server, and there still is after another’s', async () => {
    for (const [body, type, after] of [
      [ownProblem, 'application/problem+json', undefined],
      ['<p>', 'text/html', ['Remote']],
    ] as const) {
      const { master, open } = await startWorld();
      await texts(await open());
      master.turn = status(404, body, type);
      const rules = await rulesOf(await open());
      expect(rules.commandments.a).toBeUndefined();
      expect(rules.unavailable).toBeUndefined();
      master.turn = gone;
      expect(await texts(await open())).toEqual(after);
    }
  });

  test('of a master of the older wire format', async () => {
    const older: Readonly<Record<string, unknown>> = {
      '/api/v1/scopes/shop/rules?debug=true': {
        metadata: { name: 'shop', description: 'Old', parent: null, tags: null },
        commandments: { a: { when: null, tags: null, rules: ['Old one'] } },
        suggestions: null,
      },
    };
    const { master, open } = await startWorld();
    master.turn = (request, response) => {
      json((asked: string) => older[asked])(request, response);
      return true;
    };
    expect(await texts(await open())).toEqual(['Old one']);
    master.turn = gone;
    expect(await texts(await open())).toEqual(['Old one']);
  });

  test('within a second where the master is slow; other processes need not wait, and what has no copy may', async () => {
    const { master, open } = await startWorld({ remote_retry_seconds: 3600 });
    await texts(await open());
    const release: (() => void)[] = [];
    const answers = { held: true };
    master.turn = (request, response) => {
      if (!answers.held) return false;
      release.push(() => {
        answers.held = false;
        if (request.url?.includes('/other/')) json(bundle('other'))(request, response);
        else response.destroy();
      });
      return true;
    };
    const first = await open();
    const clock = startClock();
    expect(await texts(first)).toEqual(['Remote']);
    await clock.expectInTime(1500);
    expect(master.seen).toHaveLength(2);
    expect(await texts(await open())).toEqual(['Remote']);
    expect(master.seen).toHaveLength(2);
    const other = rulesOf(await open(), 'other');
    await expect.poll(() => release.length).toBe(2);
    release[1]?.();
    expect((await other).unavailable).toBeUndefined();
    release[0]?.();
  });
});

test('what one process finds away, others leave alone, until the time is over or it is asked to reload', async () => {
  const pass = stopDate();
  const { master, open } = await startWorld({ remote_retry_seconds: 10 });
  await texts(await open());
  master.turn = gone;
  await texts(await open());
  master.turn = works;
  master.seen.length = 0;
  const own = await open();
  expect(await rulesOf(own)).toMatchObject({ unavailable: [{ reason: expect.any(String) }] });
  expect(master.seen).toEqual([]);
  pass(11_000);
  expect((await rulesOf(await open())).unavailable).toBeUndefined();
  master.turn = gone;
  await texts(await open());
  master.turn = works;
  await ask(own.service, 'reload', {});
  expect((await rulesOf(await open())).unavailable).toBeUndefined();
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Remote']);
});
