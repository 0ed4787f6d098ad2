import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackEntry, TrackedEntry } from '../../src/feedback/entry.ts';
import type { PlacedSummary } from '../../src/feedback/summary-shape.ts';
import { audience, startIssuer, type TestIssuer } from '../auth/issuer.ts';
import { precept } from '../cli/command-line.ts';
import { httpClient, jsonOf, problemOf } from '../http/client.ts';
import { disputed, missed, newLog, startAgentServer, submit } from './support.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
const old = { timestamp: day(1), ...missed };
const oldId = createHash('sha256').update(JSON.stringify(old)).digest('hex').slice(0, 16);

async function logOf(...entries: object[]): Promise<string> {
  const file = await newLog();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, entries.map(line).join(''));
  return file;
}

const listed = async (file: string, ...args: string[]) => {
  const { stdout } = await precept([
    'feedback',
    'list',
    '--feedback-file',
    file,
    '--format',
    'json',
    ...args,
  ]);
  return JSON.parse(stdout) as TrackedEntry[];
};

describe('an entry', () => {
  test('is resolved with a note and opened again, by lines appended to the log', async () => {
    const file = await logOf(old, { timestamp: day(2), id: 'k 1', ...disputed });
    const before = await readFile(file, 'utf8');
    const run = (...args: string[]) => precept(['feedback', ...args, '--feedback-file', file]);
    expect(await run('resolve', oldId, '--note', 'Its trigger names both now')).toMatchObject({
      code: 0,
      stdout: `Feedback ${oldId} is resolved.\n`,
    });
    const appended = (await readFile(file, 'utf8')).slice(before.length);
    expect(JSON.parse(appended)).toEqual({
      id: oldId,
      state: 'resolved',
      note: 'Its trigger names both now',
      timestamp: expect.stringMatching(/Z$/),
    });
    expect(await listed(file)).toMatchObject([
      { ...old, id: oldId, state: 'resolved', note: 'Its trigger names both now' },
      { id: 'k 1', state: 'open' },
    ]);
    expect((await listed(file, '--state', 'open')).map(({ id }) => id)).toEqual(['k 1']);
    expect((await listed(file, '--state', 'resolved')).map(({ id }) => id)).toEqual([oldId]);
    expect(await run('reopen', oldId)).toMatchObject({ code: 0 });
    expect((await listed(file, '--state', 'open')).map(({ id }) => id)).toEqual([oldId, 'k 1']);
  });

  test('that there is none of is a fault, and a missing note wrong usage', async () => {
    const file = await logOf(old);
    const run = (...args: string[]) => precept(['feedback', ...args, '--feedback-file', file]);
    expect(await run('resolve', 'nowhere', '--note', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"nowhere"'),
    });
    expect(await run('resolve', oldId)).toMatchObject({ code: 2, stderr: expect.stringContaining('--note') });
    expect(await run('list', '--state', 'done')).toMatchObject({ code: 2 });
    expect(await readFile(file, 'utf8')).toBe(line(old));
  });

  test('has its states over REST, and whatever letters its id has', async () => {
    const file = await newLog();
    const client = await httpClient({}, { feedback_file: file });
    const post = (url: string, body?: object, headers = {}) =>
      client.send(`/api/v1/feedback${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
    await post('', missed, { 'idempotency-key': 'a/b?c%41' });
    const id = encodeURIComponent('a/b?c%41');
    const resolved = await post(`/${id}/resolve`, { note: 'Done' });
    expect(resolved.status).toBe(200);
    expect(await jsonOf(resolved)).toMatchObject({
      id: 'a/b?c%41',
      ...missed,
      state: 'resolved',
      note: 'Done',
    });
    expect(await jsonOf(await client.get('/api/v1/feedback/summary'))).toMatchObject({
      total: 0,
      missed: [],
    });
    expect(await jsonOf(await post(`/${id}/reopen`))).toMatchObject({ state: 'open' });
    expect(await jsonOf(await client.get('/api/v1/feedback/summary'))).toMatchObject({ total: 1 });
    expect(await problemOf(await post('/none/reopen'))).toMatchObject({
      code: 'feedback-not-found',
      status: 404,
    });
    expect((await post(`/${id}/resolve`, {})).status).toBe(400);
    expect((await post(`/${id}/resolve`, { note: ' ' })).status).toBe(400);
  });

  test('says which scope it is about and who reports, where they are given', async () => {
    const file = await newLog();
    const env = { PRECEPT_FEEDBACK_FILE: file, PRECEPT_FEEDBACK_REPORTER: 'build 7' };
    const agent = await startAgentServer({ env });
    await submit(agent, 'one', { ...missed, categories: 'a', scope_name: 'shop' });
    await submit(agent, 'two', { ...missed, categories: 'a', reporter: 'Ada' });
    expect(await submit(agent, 'three', { ...missed, categories: 'a', scope_name: '../x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('scope'),
    });
    expect(await listed(file)).toMatchObject([{ scope: 'shop', reporter: 'build 7' }, { reporter: 'Ada' }]);
    const client = await httpClient({}, { feedback_file: file });
    const send = (more: object) =>
      client.send('/api/v1/feedback', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...missed, ...more }),
      });
    const stored = await jsonOf<FeedbackEntry>(await send({ scope: 'shop', reporter: 'Bo' }));
    expect(stored).toMatchObject({ scope: 'shop', reporter: 'Bo' });
    for (const [field, value] of Object.entries({ id: 'x', state: 'open', scope: 'a b', reporter: ' ' })) {
      const { status, errors } = await problemOf(await send({ [field]: value }));
      expect({ status, path: errors?.[0]?.path }).toEqual({ status: 422, path: field });
    }
  });
});

describe('triage', () => {
  test('shows open entries one after the other and keeps what is said of them', async () => {
    const done = { timestamp: day(3), id: 'done', ...missed };
    const file = await logOf(old, { timestamp: day(2), id: 'two', ...disputed }, done);
    await appendFile(file, line({ id: 'done', state: 'resolved', timestamp: day(4) }));
    const argv = ['feedback', 'triage', '--feedback-file', file];
    const shown = await precept(argv, { terminal: true, input: '\nOne rule is gone\n' });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('1 resolved, 1 left open.') });
    expect(shown.stdout).toContain('2 of 2');
    expect(await listed(file, '--state', 'resolved')).toMatchObject([
      { id: 'two', note: 'One rule is gone' },
      { id: 'done' },
    ]);
    expect(await precept(argv)).toMatchObject({ code: 1, stderr: expect.stringContaining('terminal') });
  });
});

test('the summary proposes a link where categories are missed together, and the rules to reconcile', async () => {
  const together = { ...missed, categories: ['style', 'api.errors', 'api'] };
  const file = await logOf(
    { timestamp: day(1), id: '1', ...together },
    { timestamp: day(2), id: '2', ...together, categories: ['api', 'style'] },
    { timestamp: day(3), id: '3', ...disputed },
    { timestamp: day(4), id: '4', ...together },
    { id: '4', state: 'resolved', timestamp: day(5) },
  );
  const client = await httpClient({}, { feedback_file: file });
  const { total, unreadable, proposals } = await jsonOf<PlacedSummary>(
    client.get('/api/v1/feedback/summary'),
  );
  expect({ total, unreadable }).toEqual({ total: 3, unreadable: 0 });
  expect(proposals).toEqual([
    { kind: 'see', category: 'api', see: 'style', count: 2 },
    { kind: 'reconcile', rules: disputed.rules, count: 1 },
  ]);
  const page = await (await client.get('/feedback', { accept: 'text/html' })).text();
  expect(page).toMatch(/Link <code>api<\/code> to <code>style<\/code>/);
});

describe('where callers log in', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer();
  });

  test('each sees and closes what is about scopes that he may read, and admins all', async () => {
    const file = await logOf(
      { timestamp: day(1), id: 'open', ...missed, scope: 'open' },
      { timestamp: day(2), id: 'secret', ...missed, scope: 'secret' },
      { timestamp: day(3), id: 'none', ...missed },
    );
    const rules = {
      'open/metadata.yml': 'description: All\n',
      'secret/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
    };
    const settings = { auth_issuer_url: issuer.url, auth_audience: audience, feedback_file: file };
    const http = await httpClient(rules, { ...settings, admin_roles: ['ad.*'] });
    const as = async (...roles: string[]) => ({ authorization: `Bearer ${await issuer.sign({ roles })}` });
    const total = async (...roles: string[]) => {
      const answer = await http.get('/api/v1/feedback/summary', await as(...roles));
      return (await jsonOf<PlacedSummary>(answer)).total;
    };
    expect(await total('reader')).toBe(1);
    expect(await total('owner')).toBe(2);
    expect(await total('admin')).toBe(3);
    const close = async (id: string, role: string) =>
      (
        await http.send(`/api/v1/feedback/${id}/resolve`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(await as(role)) },
          body: '{"note":"x"}',
        })
      ).status;
    expect(await close('secret', 'reader')).toBe(404);
    expect(await close('none', 'owner')).toBe(404);
    expect(await close('none', 'admin')).toBe(200);
  });
});
