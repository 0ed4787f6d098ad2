import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, problemOf } from '../http/client.ts';
import type { RunningProgram } from '../support/program.ts';
import { disputed, missed, newLog, readLog, startAgentServer, submit } from './support.ts';

let file: string;
let client: HttpClient;
let agent: RunningProgram;
beforeAll(async () => {
  file = await newLog();
  client = await httpClient({}, { feedback_file: file });
  agent = await startAgentServer({ env: { PRECEPT_FEEDBACK_FILE: file } });
});

const post = (body: unknown) =>
  client.send('/api/v1/feedback', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const blank = 'must be text that is not blank';

/** Wrong entries, and the paths of their errors. */
const wrong: readonly { readonly name: string; readonly body: unknown; readonly paths: readonly string[] }[] =
  [
    { name: 'nothing', body: {}, paths: ['type', 'task'] },
    { name: 'a wrong type', body: { ...disputed, type: 'praise' }, paths: ['type'] },
    { name: 'only a type', body: { type: 'missed_categories' }, paths: ['task', 'categories', 'reason'] },
    { name: 'only the other type', body: { type: 'contradictory_rules' }, paths: ['task', 'rules'] },
    { name: 'empty lists', body: { ...disputed, rules: [] }, paths: ['rules'] },
    { name: 'no categories', body: { ...missed, categories: [] }, paths: ['categories'] },
    { name: 'blank strings', body: { ...missed, task: ' \n', reason: '' }, paths: ['task', 'reason'] },
    {
      name: 'a blank category',
      body: { ...missed, categories: ['a', ' ', 'b', ''] },
      paths: ['categories.1', 'categories.3'],
    },
    { name: 'text for lists', body: { ...disputed, rules: 'a' }, paths: ['rules'] },
    {
      name: 'wrong rules',
      body: { ...disputed, rules: [{ category: '' }, 'x', ['a', 'b'], { category: 'a', rule: 3 }, null] },
      paths: ['rules.0.category', 'rules.0.rule', 'rules.1', 'rules.2', 'rules.3.rule', 'rules.4'],
    },
    { name: 'null', body: { ...missed, reason: null }, paths: ['reason'] },
    { name: 'unknown fields', body: { ...missed, severity: 1, id: 'x' }, paths: ['severity', 'id'] },
    {
      name: 'an unknown field of a rule',
      body: { ...disputed, rules: [{ ...disputed.rules[0], why: '' }] },
      paths: ['rules.0.why'],
    },
    {
      name: 'wrong fields of the other type',
      body: { ...missed, rules: [{}] },
      paths: ['rules.0.category', 'rules.0.rule'],
    },
    { name: 'blank text for the other type', body: { ...disputed, reason: ' ' }, paths: ['reason'] },
  ];

describe('an entry with', () => {
  test.each(wrong)('$name has one error for each wrong field over REST', async ({ body, paths }) => {
    const problem = await problemOf(await post(body));
    expect(problem).toMatchObject({ status: 422, code: 'invalid-feedback' });
    expect(problem.errors?.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { path, message } of problem.errors ?? []) {
      expect(message).toMatch(/^(must be|is not a field)/);
      expect(problem.detail).toContain(`${path} ${message}`);
    }
  });

  test.each(wrong)('$name has the same errors over MCP', async ({ name, body }) => {
    const { rules, ...others } = body as { rules?: unknown };
    const { detail } = await problemOf(await post(body));
    const args = rules === undefined ? others : { ...others, rules_json: JSON.stringify(rules) };
    expect(await submit(agent, name, args)).toEqual({ text: detail, isError: true });
  });
});

test.each<[string[], object]>([
  [
    ['missed-categories', '--task', ' ', '--category', 'a', '--category', '', '--reason', ''],
    { type: 'missed_categories', task: ' ', categories: ['a', ''], reason: '' },
  ],
  [
    ['contradictory-rules', '--task', '', '--rule', '::b', '--rule', 'a::'],
    {
      type: 'contradictory_rules',
      task: '',
      rules: [
        { category: '', rule: 'b' },
        { category: 'a', rule: '' },
      ],
    },
  ],
])('the command %j reports the errors of REST, by its flags', async (args, body) => {
  const { errors } = await problemOf(await post(body));
  const flags: Readonly<Record<string, string>> = {
    task: '--task',
    rules: '--rule',
    categories: '--category',
    reason: '--reason',
  };
  const mistakes = (errors ?? []).map(({ path, message }) => {
    const [argument = '', index, part] = path.split('.');
    const place = `${flags[argument]}${index === undefined ? '' : ` ${Number(index) + 1}`}`;
    return `${place}${part === undefined ? '' : ` (${part})`} ${message}`;
  });
  expect(mistakes.length).toBeGreaterThan(1);
  const outcome = await precept(['feedback', ...args], { env: { PRECEPT_FEEDBACK_FILE: file } });
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr.split('\n')[0]).toBe(`precept: The feedback was not stored: ${mistakes.join('; ')}`);
});

test.each<[string[], string]>([
  [['missed-categories'], 'This report needs --task and --category and --reason too'],
  [['missed-categories', '--task', 'x', '--category', 'a'], 'This report needs --reason too'],
  [['contradictory-rules', '--task', 'x'], 'This report needs --rule too'],
  [
    ['contradictory-rules', '--task', 'x', '--rule', 'a: b'],
    '--rule takes <category>::<rule text>, not "a: b"',
  ],
])('the command %j is wrong usage', async (args, message) => {
  const outcome = await precept(['feedback', ...args], { env: { PRECEPT_FEEDBACK_FILE: file } });
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr.split('\n')[0]).toBe(`precept: ${message}`);
});

test('rules_json that is not JSON is one error beside the others', async () => {
  const { text, isError } = await submit(agent, 'torn', { type: 'contradictory_rules', rules_json: '[{' });
  expect(isError).toBe(true);
  expect(text).toMatch(/rules_json must be a JSON array of \{"category", "rule"\}/);
  expect(text).toContain(`task ${blank}`);
  expect(text).not.toContain('; rules ');
  expect(text).not.toContain('\n');
});

test('a misspelt field is told what was meant', async () => {
  const { errors } = await problemOf(await post({ ...missed, categorys: [] }));
  expect(errors).toEqual([
    { path: 'categorys', message: 'is not a field of feedback; did you mean "categories"?' },
  ]);
});

test('a body that is not an object is one error without a path', async () => {
  for (const body of ['[]', '"x"', 'null', '3']) {
    const { status, errors } = await problemOf(await post(body));
    expect({ status, paths: errors?.map(({ path }) => path) }).toEqual({ status: 422, paths: [''] });
  }
});

test('a thousand errors are told as a hundred', async () => {
  const { errors, detail } = await problemOf(await post({ ...missed, categories: Array(1000).fill('') }));
  expect(errors).toHaveLength(100);
  expect(detail).toMatch(/; and 990 more\.$/);
});

test('too much is refused by each face', async () => {
  const large = { ...missed, task: 'x'.repeat(70_000) };
  expect((await problemOf(await post(large))).status).toBe(413);
  expect((await submit(agent, 'large', { ...large, categories: 'a' })).text).toContain('64 KiB');
  const { task, reason } = large;
  const args = ['feedback', 'missed-categories', '--task', task, '--category', 'a', '--reason', reason];
  expect(await precept(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('64 KiB') });
});

test('nothing of all this was stored', async () => {
  await expect(readLog(file)).rejects.toThrow('ENOENT');
});
