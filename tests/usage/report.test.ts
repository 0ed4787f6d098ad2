import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { audience, startIssuer } from '../auth/issuer.ts';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf, problemOf, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';

interface Report {
  readonly since: string;
  readonly until: string;
  readonly entries: readonly {
    readonly scope: string;
    readonly kind: string;
    readonly category: string;
    readonly kata?: string;
    readonly reads: number;
    readonly tokens: number;
    readonly last_read: string | null;
  }[];
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const count = (back: number, scope: string, category: string, reads: number, more: object = {}) => ({
  day: dayBefore(back),
  scope,
  category,
  face: 'mcp',
  reads,
  tokens: reads * 10,
  ...more,
});
const line = (back: number, ...counts: object[]) => ({
  timestamp: `${dayBefore(back)}T08:00:00.000Z`,
  counts,
});

/** Ninety days: `delivery` of shop each day, the kata every tenth, `backend.api` of acme last 40 days ago. */
const history = [
  ...Array.from({ length: 90 }, (_, back) => line(back, count(back, 'shop', 'delivery', 2))),
  ...Array.from({ length: 9 }, (_, tens) =>
    line(tens * 10, count(tens * 10, 'shop', 'delivery', 1, { kata: 'cut-release', face: 'rest' })),
  ),
  line(40, count(40, 'acme', 'backend.api', 5)),
  line(1, count(1, 'acme', 'removed', 3), count(1, 'gone', 'x', 1)),
];

async function fileOf(...lines: (object | string)[]): Promise<string> {
  const file = path.join(await tempFolder(), 'usage.jsonl');
  await mkdir(path.dirname(file), { recursive: true });
  const texts = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  await writeFile(file, `${texts.join('\n')}\n`);
  return file;
}

let file: string;
let http: HttpClient;
beforeAll(async () => {
  const torn = '{"timestamp":"2026-01-01T00:00:00Z","counts":[{"day"';
  const odd = { timestamp: dayBefore(1), counts: [{ day: 'x' }, null, count(1, 'shop', 'delivery', -1)] };
  file = await fileOf(...history, torn, '7', odd);
  http = await httpClient(smallContent, { usage: true, usage_file: file });
});
const report = (query = '') => jsonOf<Report>(http.get(`/api/v1/usage${query}`));
const shown = ({ entries }: Report) =>
  entries.map(({ scope, category, kata, reads }) => `${scope} ${category}${kata ? `/${kata}` : ''} ${reads}`);

describe('the report', () => {
  test('counts the last 30 days, the most read first, and what was never read with 0', async () => {
    const all = await report();
    expect([all.since, all.until]).toEqual([dayBefore(29), dayBefore(0)]);
    expect(shown(all)).toEqual([
      'shop delivery 60',
      'acme removed 3',
      'shop delivery/cut-release 3',
      'gone x 1',
      'acme backend.api 0',
      'acme delivery 0',
      'shop backend.api 0',
    ]);
    expect(all.entries[0]).toEqual({
      scope: 'shop',
      kind: 'category',
      category: 'delivery',
      reads: 60,
      tokens: 600,
      last_read: `${dayBefore(0)}T08:00:00.000Z`,
      faces: { mcp: 60, rest: 0, cli: 0, explorer: 0 },
    });
    expect(all.entries.find(({ category }) => category === 'backend.api')?.last_read).toMatch(dayBefore(40));
  });

  test('takes a day, a number of days, a scope, and only what is unread', async () => {
    expect(shown(await report('?since=90d&scope=shop'))).toEqual([
      'shop delivery 180',
      'shop delivery/cut-release 9',
      'shop backend.api 0',
    ]);
    expect(shown(await report(`?since=${dayBefore(1)}&scope=shop`))[0]).toBe('shop delivery 4');
    expect(shown(await report('?since=1d&scope=shop'))[0]).toBe('shop delivery 2');
    expect(shown(await report('?unread=true'))).toEqual([
      'acme backend.api 0',
      'acme delivery 0',
      'shop backend.api 0',
    ]);
    expect(shown(await report('?unread=true&since=60d'))).toEqual(['acme delivery 0', 'shop backend.api 0']);
    for (const since of ['2026-02-30', '0d', 'soon', ''])
      expect((await problemOf(await http.get(`/api/v1/usage?since=${since}`))).code).toBe(
        'invalid-parameter',
      );
    expect((await problemOf(await http.get('/api/v1/usage?scope=shpo'))).code).toBe('scope-not-found');
  });

  test('is CSV and Markdown too, the same as a command', async () => {
    const answer = await http.get('/api/v1/usage?scope=shop', { accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const csv = await answer.text();
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      'scope,kind,category,kata,reads,tokens,last_read,mcp,rest,cli,explorer',
      `shop,category,delivery,,60,600,${dayBefore(0)}T08:00:00.000Z,60,0,0,0`,
      `shop,kata,delivery,cut-release,3,30,${dayBefore(0)}T08:00:00.000Z,0,3,0,0`,
    ]);
    const argv = ['usage', '--scope', 'shop', '-r', http.rulesPath, '--usage-file', file];
    expect(await precept([...argv, '--format', 'csv'])).toMatchObject({ code: 0, stdout: csv });
    expect((await precept([...argv, '--unread'])).stdout).toContain(
      '| `shop` | `backend.api` | 0 | 0 | never |',
    );
    expect(await precept([...argv, '--since', 'soon'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since'),
    });
  });

  test('is a page with pictures and tables that say the same', async () => {
    const page = await (await http.get('/usage?scope=shop&days=90', { accept: 'text/html' })).text();
    expect(page).toContain('role="img" aria-label="Reads a day');
    expect(page.match(/<rect /g)?.length).toBeGreaterThanOrEqual(90);
    expect(page).toContain('delivery/cut-release');
    expect(page).not.toContain('style=');
    const off = await httpClient(smallContent);
    expect(await (await off.get('/usage')).text()).toContain('the setting <code>usage</code> is off');
  });
});

describe('an answer is bounded', () => {
  const names = Array.from({ length: 250 }, (_, index) => `made.up.${index}`);
  const bounded = async () => {
    const usage_file = await fileOf(line(1, ...names.map((name) => count(1, 'shop', name, 1))), ...history);
    return httpClient(smallContent, { usage: true, usage_file });
  };

  test('in pages, each of which says what follows', async () => {
    const client = await bounded();
    const whole = await jsonOf<Report>(client.get('/api/v1/usage'));
    expect(Object.keys(whole)).toEqual(['since', 'until', 'entries']);
    const pages: Report['entries'][number][] = [];
    let query = '?limit=100';
    for (let next: string | null = query; next !== null; ) {
      const answer = await client.get(`/api/v1/usage${next}`);
      const page = await jsonOf<Report & { total: number; next_offset?: number }>(answer);
      pages.push(...page.entries);
      expect(page.total).toBe(whole.entries.length);
      const link: string | null = answer.headers.get('link');
      next = link === null ? null : (/^<(\?[^>]+)>; rel="next"$/.exec(link)?.[1] ?? null);
      expect(page.next_offset).toBe(next === null ? undefined : pages.length);
      query = next ?? query;
    }
    expect(query).toBe('?limit=100&offset=200');
    expect(pages).toEqual(whole.entries);
    const csv = await client.get('/api/v1/usage?limit=2&offset=1', { accept: 'text/csv' });
    expect(csv.headers.get('link')).toBe('<?limit=2&offset=3>; rel="next"');
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(3);
    const text = await (
      await client.get('/api/v1/usage?limit=200&offset=5', { accept: 'text/markdown' })
    ).text();
    expect(text).toContain(
      'And 152 more; --format csv or json has a page, and --offset 205 begins the next.',
    );
    for (const wrong of ['limit=0', 'limit=10001', 'limit=x', 'offset=-1', 'offset=1.5'])
      expect((await client.get(`/api/v1/usage?${wrong}`)).status, wrong).toBe(400);
    const flags = ['-r', client.rulesPath, '--usage-file', client.service.config.settings.usage_file];
    const run = await precept(['usage', '--limit', '2', '--format', 'csv', ...flags]);
    expect(run).toMatchObject({
      code: 0,
      stderr: 'There are more entries; --offset 2 gives the next.\n',
    });
  });

  test('however many names that are nowhere a file holds', async () => {
    const many = Array.from({ length: 41 }, (_, of) =>
      line(1, ...Array.from({ length: 250 }, (_, at) => count(1, 'shop', `of.${of}.${at}`, 1))),
    );
    const long = Array.from({ length: 9 }, (_, of) =>
      line(
        1,
        ...Array.from({ length: 250 }, (_, at) => count(1, 'acme', `${'x'.repeat(980)}${of}.${at}`, 1)),
      ),
    );
    for (const [lines, most] of [
      [many, 10_000],
      [long, 2200],
    ] as const) {
      const client = await httpClient(smallContent, {
        usage: true,
        usage_file: await fileOf(...lines, ...history),
      });
      const found = await jsonOf<Report & { passed_over: number }>(client.get('/api/v1/usage?limit=1'));
      expect(shown(found)).toEqual(['shop delivery 60']);
      expect(found).toMatchObject({ total: expect.any(Number), passed_over: expect.any(Number) });
      expect((found as unknown as { total: number }).total).toBeLessThanOrEqual(most + 6);
      const text = await (await client.get('/api/v1/usage', { accept: 'text/markdown' })).text();
      expect(text).toContain(`${found.passed_over} counts of other names, which no scope has, are left out.`);
    }
  });

  test('and no name of a file breaks a line, or hides', async () => {
    const odd = 'a\u2028b\u2029c\u0085d\u001b[31me|f`g\u202eh\r\ni';
    const usage_file = await fileOf(line(1, count(1, 'shop', odd, 99)));
    const client = await httpClient(smallContent, { usage: true, usage_file });
    for (const accept of ['text/markdown', 'text/csv']) {
      const text = await (await client.get('/api/v1/usage', { accept })).text();
      expect(text, accept).toMatch(/a b c d \[31me/);
      expect(text, accept).not.toMatch(/[\u2028\u2029\u0085\u009b\u202e]/);
    }
    const argv = ['usage', '-r', client.rulesPath, '--usage-file', usage_file];
    const { stdout } = await precept(argv, { terminal: true });
    expect(stdout).not.toMatch(/[\u2028\u2029\u0085\u202e]/);
    expect(stdout).toContain('a b c d');
  });
});

describe('counts of another server', () => {
  const post = (client: HttpClient, counts: unknown, key?: string) =>
    client.send('/api/v1/usage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify({ counts }),
    });

  test('count only what their scope has; what it does not is passed over, and named by number', async () => {
    const client = await httpClient(smallContent, { usage: true });
    const made = [
      count(0, 'shop', 'delivery', 4),
      count(0, 'shop', 'delivery', 2, { kata: 'cut-release' }),
      count(0, 'shop', 'made.up', 9),
      count(0, 'shop', 'delivery', 9, { kata: 'made-up' }),
      count(0, 'shop', 'backend', 9),
    ];
    const taken = await post(client, made);
    expect([taken.status, await taken.json()]).toEqual([201, { stored: 2, passed_over: 3 }]);
    const none = await post(client, made.slice(2));
    expect([none.status, await none.json()]).toEqual([201, { stored: 0, passed_over: 3 }]);
    expect(shown(await jsonOf<Report>(client.get('/api/v1/usage?scope=shop')))).toEqual([
      'shop delivery 4',
      'shop delivery/cut-release 2',
      'shop backend.api 0',
    ]);
    const { usage_file: kept } = client.service.config.settings;
    expect(await readFile(kept, 'utf8')).not.toContain('made');
  });

  test('are taken as a line of the usage file has them: with its timestamp, and its id as the key', async () => {
    const client = await httpClient(smallContent, { usage: true });
    const send = (body: object, key?: string) =>
      client.send('/api/v1/usage', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      });
    const plain = line(3, count(3, 'shop', 'delivery', 1));
    expect((await send(plain)).status).toBe(201);
    const named = { ...line(2, count(2, 'shop', 'delivery', 2)), id: 'line-1' };
    for (const key of [undefined, undefined, 'line-1', 'other'])
      expect((await send(named, key)).status).toBe(201);
    const { entries } = await jsonOf<Report>(client.get('/api/v1/usage?scope=shop'));
    expect(entries[0]).toMatchObject({ reads: 5, last_read: `${dayBefore(2)}T08:00:00.000Z` });
    // One that has not been yet counts as of now, so that it cannot outlive what is deleted by age.
    expect((await send({ ...plain, timestamp: '2999-01-01T00:00:00Z' })).status).toBe(201);
    const text = await readFile(client.service.config.settings.usage_file, 'utf8');
    expect(text).not.toContain('2999');
    for (const wrong of [{ timestamp: 'soon' }, { timestamp: 7 }, { id: 'a b' }, { id: '' }, { face: 'x' }])
      expect((await send({ ...plain, ...wrong })).status).toBe(400);
  });

  test('are taken once by their key; unknown scopes and what is no count are refused', async () => {
    const client = await httpClient(smallContent, { usage: true });
    const counts = [count(0, 'shop', 'delivery', 4)];
    for (const key of ['k', 'k', 'other']) expect((await post(client, counts, key)).status).toBe(201);
    const found = await jsonOf<Report>(client.get('/api/v1/usage?scope=shop'));
    expect(shown(found)[0]).toBe('shop delivery 8');
    const mixed = [...counts, count(0, 'nowhere', 'delivery', 4)];
    expect(await problemOf(await post(client, mixed, 'n'))).toMatchObject({
      code: 'invalid-parameter',
      errors: [{ path: 'counts.1.scope' }],
    });
    for (const wrong of [[], [{}], [{ ...counts[0], reads: -1 }], [{ ...counts[0], face: 'fax' }], 'x'])
      expect((await post(client, wrong)).status).toBe(400);
    expect((await post(client, counts, ' ')).status).toBe(400);
    expect((await post(await httpClient(smallContent), counts)).status).toBe(404);
  });
});

test('where callers log in, each sees the scopes that he may read, and admins all', async () => {
  const issuer = await startIssuer();
  const secret = { 'shop/metadata.yml': 'auth: {accepted_roles: [owner]}\n' };
  const client = await httpClient(
    { ...smallContent, ...secret },
    {
      usage: true,
      usage_file: file,
      auth_issuer_url: issuer.url,
      auth_audience: audience,
      admin_roles: ['admin'],
    },
  );
  const scopesOf = async (role: string) => {
    const headers = { authorization: `Bearer ${await issuer.sign({ roles: [role] })}` };
    const { entries } = await jsonOf<Report>(client.get('/api/v1/usage', headers));
    return [...new Set(entries.map(({ scope }) => scope))].sort();
  };
  expect(await scopesOf('reader')).toEqual(['acme', 'gone']);
  expect(await scopesOf('owner')).toEqual(['acme', 'gone', 'shop']);
  expect(await scopesOf('admin')).toEqual(['acme', 'gone', 'shop']);
  const one = (role: string) =>
    issuer.sign({ roles: [role] }).then(async (token) => {
      const answer = await client.get('/api/v1/usage?scope=shop', { authorization: `Bearer ${token}` });
      return answer.status;
    });
  expect([await one('admin'), await one('reader')]).toEqual([200, 403]);
});
