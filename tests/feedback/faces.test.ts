import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FeedbackEntry } from '../../src/feedback/entry.ts';
import { precept } from '../cli/command-line.ts';
import { httpClient, jsonOf, problemOf } from '../http/client.ts';
import { answerTo } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { disputed, missed, newLog, readLog, startAgentServer, submit } from './support.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function restClient(settings: object = {}) {
  const file = await newLog();
  const client = await httpClient({}, { feedback_file: file, ...settings });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    client.send('/api/v1/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { ...client, file, post };
}

describe('POST /api/v1/feedback', () => {
  test('answers 201 with the entry as it stands in the log', async () => {
    const { post, file } = await restClient();
    const before = new Date().toISOString();
    const response = await post(disputed);
    expect(response.status).toBe(201);
    const stored = await jsonOf<FeedbackEntry>(response);
    expect(stored).toEqual({
      timestamp: expect.stringMatching(utc),
      id: expect.stringMatching(uuid),
      ...disputed,
    });
    expect(stored.timestamp >= before && stored.timestamp <= new Date().toISOString()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(stored)}\n`);
  });

  test('sets the time itself', async () => {
    const { post, file } = await restClient();
    for (const timestamp of ['1999-01-01T00:00:00Z', 'yesterday', 7, null, {}]) {
      expect((await post({ timestamp, ...missed })).status).toBe(201);
    }
    for (const { timestamp } of await readLog(file))
      expect(Date.now() - Date.parse(timestamp)).toBeLessThan(60_000);
  });

  test('keeps what the other type would have, if it is valid, and takes it empty', async () => {
    const { post, file } = await restClient();
    const both = { ...disputed, categories: ['a'], reason: 'none' };
    expect((await post(both)).status).toBe(201);
    expect((await post({ ...disputed, categories: [], reason: '' })).status).toBe(201);
    expect((await post({ ...missed, rules: [] })).status).toBe(201);
    expect(await readLog(file)).toMatchObject([both, { categories: [] }, { rules: [] }]);
  });

  test('keeps any text, line breaks included, on one line', async () => {
    const { post, file } = await restClient();
    const task = 'Zürich €😀 \n\r\n "\\"\t\u2028\u0000\ud800 }{';
    expect((await post({ ...missed, task })).status).toBe(201);
    expect(await readLog(file)).toMatchObject([{ task }]);
  });

  test('stores a key once, whatever the quotes around it, and as often as it comes at once', async () => {
    const { post, file } = await restClient();
    const answers = await Promise.all(
      ['k-1', '"k-1"', 'k-1', 'k-2'].map(async (key) =>
        jsonOf<FeedbackEntry>(post(missed, { 'idempotency-key': key })),
      ),
    );
    expect(answers.map(({ id }) => id)).toEqual(['k-1', 'k-1', 'k-1', 'k-2']);
    expect(answers[1]).toEqual(answers[0]);
    expect((await readLog(file)).map(({ id }) => id).sort()).toEqual(['k-1', 'k-2']);
  });

  test('refuses a key that is none, or that came with something else', async () => {
    const { post, file } = await restClient();
    await post(missed, { 'idempotency-key': 'k' });
    for (const [body, key] of [
      [disputed, 'k'],
      [missed, ''],
      [missed, 'a b'],
      [missed, 'x'.repeat(201)],
    ] as const) {
      const { status, errors } = await problemOf(await post(body, { 'idempotency-key': key }));
      expect({ status, path: errors?.[0]?.path }).toEqual({ status: 422, path: 'Idempotency-Key' });
    }
    expect(await readLog(file)).toHaveLength(1);
  });

  test('refuses what is no JSON, by type or by text', async () => {
    const { send, file } = await restClient();
    const refusal = async (type: string, body: string) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body };
      return (await problemOf(await send('/api/v1/feedback', init))).status;
    };
    expect(await refusal('text/plain', JSON.stringify(missed))).toBe(415);
    expect(await refusal('application/json', '{"type":')).toBe(400);
    await expect(readLog(file)).rejects.toThrow('ENOENT');
  });
});

describe('submit_feedback', () => {
  test('stores both types, with lists as text', async () => {
    const file = await newLog();
    const agent = await startAgentServer({ env: { PRECEPT_FEEDBACK_FILE: file } });
    const { rules, ...others } = disputed;
    const first = await submit(agent, 'one', { ...others, rules_json: JSON.stringify(rules) });
    expect(first).toMatchObject({ isError: false, text: expect.stringMatching(/stored at .*Z\.\n$/) });
    const unused = { rules_json: '', timestamp: 'x' };
    await submit(agent, 'two', { ...missed, categories: ' api.errors , delivery', ...unused });
    expect(await readLog(file)).toEqual([
      { timestamp: expect.stringMatching(utc), id: expect.stringMatching(uuid), ...disputed },
      {
        timestamp: expect.stringMatching(utc),
        id: expect.stringMatching(uuid),
        ...missed,
        categories: ['api.errors', 'delivery'],
      },
    ]);
  });

  test('is kept with a category that the scope does not have, and told of it', async () => {
    const cwd = await tempFolder({ '.precept/rules/shop/commandments.yml': 'api.errors: {ruleset: [x]}\n' });
    const agent = await startAgentServer({ cwd });
    const told = await submit(agent, 'one', { ...missed, categories: 'api.erors,api', scope_name: 'shop' });
    expect(told.text).toMatch(
      /Z\.\n\nThe report is stored as you gave it, but in scope shop:\n\n- there is no category `api\.erors`; the nearest are `api\.errors`.*\n$/,
    );
    expect(await readLog(path.join(cwd, '.precept/feedback.jsonl'))).toMatchObject([
      { categories: ['api.erors', 'api'] },
    ]);
    const known = await submit(agent, 'two', { ...missed, categories: 'api.errors', scope_name: 'shop' });
    expect(known.text).toMatch(/stored at .*Z\.\n$/);
  });

  test('says what to send', async () => {
    const agent = await startAgentServer({});
    agent.stdin.write('{"jsonrpc":"2.0","id":"list","method":"tools/list"}\n');
    const { result } = await answerTo(agent, 'list');
    const tools = result?.tools as { name: string; inputSchema: object; annotations: object }[];
    const names = tools.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(['submit_feedback', 'reload']);
    const tool = tools.find(({ name }) => name === 'submit_feedback');
    expect(tool).toMatchObject({
      inputSchema: {
        required: ['type', 'task'],
        additionalProperties: false,
        properties: {
          type: { enum: ['contradictory_rules', 'missed_categories'] },
          rules_json: { type: 'string' },
        },
      },
      annotations: { readOnlyHint: false, idempotentHint: false },
    });
    agent.stdin.write(
      '{"jsonrpc":"2.0","id":"none","method":"tools/call","params":{"name":"submit_feedback"}}\n',
    );
    expect(await answerTo(agent, 'none')).toMatchObject({ result: { isError: true } });
  });
});

describe('the commands', () => {
  test('store in the working folder, and list what they stored', async () => {
    const cwd = await tempFolder();
    const run = (...args: string[]) => precept(['feedback', ...args], { cwd });
    expect(
      await run('contradictory-rules', '--task', 'T 1', '--rule', 'api :: Use a::b', '--rule', 'x::y'),
    ).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('contradictory_rules') });
    const second = await run(
      'missed-categories',
      '--task',
      'T 2',
      '--category',
      'a',
      '--category',
      'b',
      '--reason',
      'R',
      '--format',
      'json',
    );
    const stored = JSON.parse(second.stdout) as FeedbackEntry;
    expect(stored).toMatchObject({
      type: 'missed_categories',
      task: 'T 2',
      categories: ['a', 'b'],
      reason: 'R',
    });
    const entries = await readLog(path.join(cwd, '.precept', 'feedback.jsonl'));
    expect(entries).toMatchObject([
      {
        rules: [
          { category: 'api', rule: 'Use a::b' },
          { category: 'x', rule: 'y' },
        ],
      },
      stored,
    ]);
    expect(JSON.parse((await run('list', '--format', 'json')).stdout)).toEqual(
      entries.map((entry) => ({ ...entry, state: 'open' })),
    );
    expect(
      JSON.parse(
        (await run('list', '--type', 'missed_categories', '--since', '1h', '--format', 'json')).stdout,
      ),
    ).toEqual([{ ...stored, state: 'open' }]);
    const none = await run('list', '--since', '2999-01-01');
    expect(none.stdout).toBe('No feedback.\n');
    expect(none.stderr).toMatch(/^precept: looked in \/.*feedback\.jsonl \(feedback_file\)$/m);
    expect((await run('list')).stdout).toContain('**contradictory_rules**: T 1\n  - `api`: Use a::b\n');
  });

  test.each([
    [['feedback'], 'takes one of'],
    [['feedback', 'lsit'], 'takes one of'],
    [['feedback', 'list', '--type', 'praise'], 'contradictory_rules, missed_categories'],
    [['feedback', 'list', '--format', 'xml'], 'markdown, json, yaml'],
    [['feedback', 'missed-categories', '--severity', '1'], '--severity'],
  ])('%j is wrong usage', async (args, told) => {
    expect(await precept(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(told),
    });
  });

  test('a time that is none is wrong usage', async () => {
    for (const args of [['list'], ['summary']]) {
      const outcome = await precept(['feedback', ...args, '--since', 'last week']);
      expect(outcome).toMatchObject({ code: 2, stdout: '' });
      expect(outcome.stderr).toMatch(/^precept: --since: "last week" is no time: [^\n]*7d or 24h\.\n/);
    }
  });
});
