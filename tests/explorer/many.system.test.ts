import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../src/service/ask.ts';
import { exploreScopes } from '../../src/service/operations/explorer/explore-scopes.ts';
import { bundle, json, startStub } from '../federation/servers.ts';
import { type HttpClient, httpClient } from '../http/client.ts';
import { testService } from '../support/service.ts';

const numbered = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
const rules = (count: number) =>
  JSON.stringify({ a: { ruleset: numbered(count, (at) => `Rule number ${at + 10_000}`) } });
const katas = (count: number) =>
  JSON.stringify({
    a: {
      katas: Object.fromEntries(
        numbered(count, (at) => [`kata-${at + 10_000}`, { when: 'Now', procedure: 'Do' }]),
      ),
    },
  });
let client: HttpClient;
beforeAll(async () => {
  client = await httpClient({
    'full/commandments.yml': rules(3_000),
    'over/commandments.yml': rules(8_000),
    'few/commandments.yml': rules(2_000),
    'fewer/commandments.yml': rules(1_000),
    'katas-full/katas.yml': katas(3_000),
    'katas-over/katas.yml': katas(8_000),
  });
});
const html = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();
/** What a page says of how much it shows, and whether it has a text: pages of megabytes are no help in a failure. */
const about = (page: string, text = '') => ({
  notice: /This page shows \d+ of \d+ [a-z ]+/.exec(page)?.[0] ?? null,
  found: />([\d a-z]+)<\/p>\s*<\/form>/.exec(page)?.[1] ?? null,
  has: page.includes(text),
});

describe('a page of thousands shows as many as one step may write, and says so', () => {
  test.each([
    ['rules', ['/scopes/full', '/scopes/over'], 'rules', 'Rule number 17999'],
    ['katas', ['/scopes/katas-full/katas', '/scopes/katas-over/katas'], 'katas', 'kata-17999'],
  ])('%s', async (noun, [small = '', large = ''], what, last) => {
    const full = await html(small);
    expect(about(full)).toMatchObject({ notice: null, found: `3000 ${noun}` });
    const over = await html(large);
    expect(about(over, last)).toEqual({
      notice: `This page shows 3000 of 8000 ${what}`,
      found: `8000 ${noun}`,
      has: false,
    });
    expect(over.length).toBeLessThan(1.1 * full.length);
    const filtered = await html(`${large}?q=${last.replaceAll(' ', '+')}`);
    expect(about(filtered, last)).toMatchObject({ found: `1 of 8000 ${noun}`, has: true });
    expect(filtered.length).toBeLessThan(full.length / 5);
  });

  test('two scopes beside each other', async () => {
    const small = await html('/compare?from=fewer&to=few');
    expect(about(small).notice).toBeNull();
    const large = await html('/compare?from=full&to=over');
    expect(about(large).notice).toBe('This page shows 3000 of 8000 pieces');
    expect(large.length).toBeLessThan(2.5 * small.length);
  });
});

test('the start page asks masters for a thousand scopes at most, and names the others', async () => {
  const names = numbered(1_100, (at) => `s${at + 10_000}`);
  const master = await startStub(
    json((path: string) => (path.endsWith('/scopes') ? names : bundle(path.split('/')[4] ?? ''))),
  );
  const { service } = await testService({}, { master_server_url: [master.url], remote_timeout_seconds: 60 });
  const { data } = await ask(exploreScopes, {}, service);
  expect(data.scopes.map(({ name }) => name)).toEqual(names);
  const asked = new Set(master.seen.map(({ path }) => path.split('/')[4]));
  expect([asked.has('s10999'), asked.has('s11000')]).toEqual([true, false]);
});
