import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { json, reader, rulesOf, startStub } from '../federation/servers.ts';
import { httpClient, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { documents } from './markdown.ts';
import { snippetsFor } from './rules.ts';

const guide = documents.find(({ file }) => file === 'docs/formats.md');
const formats = snippetsFor('format');

/** The one snippet of the guide that holds `mark`. */
function snippet(mark: string): string {
  const found = formats.filter(({ text }) => text.includes(mark));
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
}

test('every snippet is proved below', () => {
  expect(formats).toHaveLength(6);
});

test('a problem has the fields that are shown', async () => {
  const { get } = await httpClient(smallContent);
  const answer = await get('/api/v1/scopes/nobody');
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toEqual({ ...JSON.parse(snippet('urn:precept')), detail: expect.any(String) });
});

test('the bundle is read as it stands', async () => {
  const bundle = JSON.parse(snippet('"format": 1'));
  const master = await startStub(json((path: string) => (path.endsWith('/bundle') ? bundle : undefined)));
  const own = await reader([master.url], {});
  const { metadata, commandments, unavailable } = await rulesOf(own);
  expect(unavailable).toBeUndefined();
  expect(metadata).toMatchObject({ description: 'The web shop', tags: { team: 'core' } });
  expect(commandments.api?.rules).toEqual(['Owner: core']);
});

test('the index is the tree that is shown', async () => {
  const { get } = await httpClient({
    'shop/suggestions.yml': `api:
  errors: {when: When an endpoint can answer with an error, ruleset: [x]}
  http: {when: When adding or changing an HTTP endpoint, paths: [src/api/**], ruleset: [x]}
`,
    'shop/katas.yml': 'api.http: {katas: {add-an-endpoint: 1. Add it.}}\n',
  });
  const answer = await get('/api/v1/scopes/shop/index', { accept: 'text/markdown' });
  expect(await answer.text()).toContain(`\n\n${snippet('katas: `add-an-endpoint`')}\nJoin the names`);
});

test('usage lines are read as they stand', async () => {
  const cwd = await tempFolder({ 'rules/shop/': '', '.precept/usage.jsonl': snippet('"counts"') });
  const argv = ['usage', '--since', '2026-03-31', '--format', 'json', '-r', 'rules'];
  const { code, stdout } = await precept(argv, { cwd });
  expect(code).toBe(0);
  const { entries } = JSON.parse(stdout) as { entries: object[] };
  const last_read = '2026-03-31T12:00:00.000Z';
  expect(entries).toMatchObject([
    { scope: 'shop', category: 'api.http', reads: 3, tokens: 420, last_read, faces: { mcp: 3 } },
    { scope: 'shop', category: 'delivery', kata: 'cut-release', reads: 1, faces: { cli: 1 } },
  ]);
});

test('feedback lines are read as they stand', async () => {
  const cwd = await tempFolder({
    'rules/shop/': '',
    '.precept/feedback.jsonl': snippet('missed_categories'),
  });
  const { code, stdout } = await precept(['feedback', 'list', '--format', 'json', '-r', 'rules'], { cwd });
  expect(code).toBe(0);
  const lines = snippet('missed_categories').trim().split('\n');
  const named = lines.map((line) => {
    const id = createHash('sha256').update(line).digest('hex').slice(0, 16);
    return { id, ...(JSON.parse(line) as object), state: 'open' };
  });
  expect(JSON.parse(stdout)).toEqual(named);
});

test('result lines are read as they stand', async () => {
  const story =
    'who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: replays}]}}';
  const cwd = await tempFolder({
    'rules/shop/tenka.yml': `tenka:\n  US1: {${story}}\n`,
    '.precept/validation.jsonl': snippet('"check"'),
  });
  const { stdout } = await precept(['tenka', 'stories', 'shop', '--format', 'json', '-r', 'rules'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ stories: [{ id: 'US1', status: 'validated' }] });
});

test('answers have the headers of the table', async () => {
  const rows = [...(guide?.text ?? '').matchAll(/^\| `([A-Za-z-]+)` \| ([^|]+) \|/gm)];
  const named = (of: string) =>
    rows.filter(([, , where]) => where?.startsWith(of)).map(([, name = '']) => name);
  expect(rows.length).toBeGreaterThan(8);
  const { get, send } = await httpClient(smallContent);
  const served = await get('/api/v1/scopes/shop/rules?nope=1');
  const wanted = [...named('answers'), ...named('every answer')].filter((name) => name !== 'X-Request-Id');
  expect(wanted.filter((name) => !served.headers.has(name))).toEqual([]);
  const refused = await send('/api/v1/scopes/shop/rules', { method: 'DELETE' });
  expect(named('405').filter((name) => !refused.headers.has(name))).toEqual([]);
  const { etag } = Object.fromEntries(served.headers);
  const again = await get('/api/v1/scopes/shop/rules', { 'if-none-match': etag ?? '' });
  expect(again.status).toBe(304);
});
