import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { serveMcpOverStdio } from '../../src/faces/mcp/stdio.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { type TestService, testService } from '../support/service.ts';
import { answerTo, initialize, initialized, lines, type Message, modern, toolCall } from './wire.ts';

const files = {
  's/commandments.yml': 'general:\n  when: Always\n  ruleset: [Be kind, "To {{ scope.name }}"]\n',
  't/metadata.yml': 'parent: s\n',
  't/tenka.yml': 'tenka: {US1: {who: a, what: b, why: c, acs: {}}}\n',
};

/** What a new connection over this service writes, until everything that was asked is answered; in the order of the requests. */
async function said(
  { service }: Pick<TestService, 'service'>,
  messages: readonly unknown[],
  { broken = '', tell = () => {} }: { broken?: string; tell?: (line: string) => void } = {},
): Promise<string[]> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const log = createLogger('warn', tell);
  const connection = serveMcpOverStdio(
    Promise.resolve(service),
    { stdin, stdout },
    () => log,
    async (range) => `Review ${range}`,
  );
  const chunks: string[] = [];
  stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  stdin.end(broken + messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await connection.ending;
  await connection.drain();
  const written = chunks.join('').split('\n').slice(0, -1);
  const place = (line: string) => ids.indexOf(JSON.stringify((JSON.parse(line) as Message).id));
  const ids = messages.map((message) => JSON.stringify((message as Message | null)?.id));
  return written.sort((a, b) => place(a) - place(b));
}

// What waits for the test runner to compile modules would count as waiting in vain once the input has ended.
beforeAll(async () => {
  await import('../../src/faces/mcp/sdk-connection.ts');
  const { callPlainly } = await import('../../src/faces/mcp/frequent/call-plainly.ts');
  const { service } = await testService(files);
  await service.scopes();
  await service.hasVision();
  await callPlainly('get_rules', { scope_name: 't' }, service);
  await callPlainly('list_scopes', {}, service);
});

test('a line that is no JSON is told of, once', async () => {
  const told: string[] = [];
  const list = toolCall(2, 'list_scopes', {});
  const broken = 'Content-Length: 5\n\n{"jsonrpc": \n';
  const answers = await said(await testService(files), [initialize, initialized, list], {
    broken,
    tell: (line) => told.push(line),
  });
  expect(answers).toHaveLength(2);
  expect(told).toEqual([expect.stringMatching(/stdio: a line that is no JSON gets no answer: .*Content-L/)]);
});

/** A message that says nothing, and after which the SDK answers all. */
const nothing = {};

async function expectSame(service: TestService, messages: readonly unknown[]): Promise<string[]> {
  const ours = await said(service, messages);
  expect(ours).toEqual(await said(service, [nothing, ...messages]));
  return ours;
}

const hello = (params: object, id: unknown = 'hello') => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params,
});
const ask = (method: string, params?: unknown, id: unknown = method) => ({
  ...{ jsonrpc: '2.0', id, method },
  ...(params !== undefined && { params }),
});
const client = { name: 'c', version: '1' };
const everyList = ['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map(
  (method) => ask(method),
);

test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07', '2026-07-28', 'x'])(
  'a start of protocol %s is answered to the byte as the SDK answers it',
  async (protocolVersion) => {
    const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } };
    const messages = [
      hello({ protocolVersion, capabilities, clientInfo: client }),
      initialized,
      ...everyList,
    ];
    const written = await expectSame(await testService(files), messages);
    expect(written).toHaveLength(6);
    for (const line of written) expect(line).toMatch(/^\{"result":/);
  },
);

test('so it is without skills, with chosen tools, and where calls fail, are odd, or are cancelled', async () => {
  const service = await testService(files, { skills: false, mcp_tools: ['get_rules', 'list_scopes'] });
  const calls = [
    toolCall(1, 'get_rules', { scope_name: 't' }),
    toolCall(2, 'get_rules', { scope_name: 'none' }),
    toolCall(3, 'get_rules', { scope_name: 5 }),
    toolCall(4, 'get_rules', { other: 1 }),
    toolCall(5, 'get_rules'),
    toolCall(6, 'get_katas', { scope_name: 't' }),
    toolCall(7, 'no_such_tool'),
    ask('tools/call', { name: 'list_scopes' }, 8),
    ask('tools/call', { name: 'list_scopes', arguments: null }, 9),
    ask('tools/call', { name: 'list_scopes', _meta: { progressToken: 7, 'a/b': {} } }, 10),
    ask('tools/call', { name: 'list_scopes', _meta: { progressToken: 0.5 } }, 11),
    ask('tools/call', undefined, 12),
    toolCall(21, 'get_rules', { scope_name: 't', categories: null, max_tokens: null }),
    toolCall(22, 'get_rules', { scope_name: 't', max_tokens: '' }),
    ask('tools/list', { cursor: 'x' }, 13),
    ask('tools/list', { cursor: 5 }, 14),
    modern(15, 'tools/list'),
    ask('prompts/get', { name: 'review_change', arguments: { range: 'a' } }, 16),
    ask('resources/read', { uri: 'precept://scopes/t/rules' }, 17),
    ask('resources/subscribe', { uri: 'precept://scopes/t/rules' }, 18),
    ask('no/such', {}, 19),
    { ...ask('ping', undefined, 20), extra: 1 },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
  ];
  const open = hello({ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client });
  await expectSame(service, [open, initialized, ...everyList, ...calls]);
  const again = hello({ protocolVersion: '2025-03-26', capabilities: {}, clientInfo: client }, 'again');
  await expectSame(service, [open, initialized, again, ...everyList]);
  await expectSame(service, [...everyList, open]);
  await expectSame(service, [modern('first', 'server/discover'), modern('second', 'tools/list')]);
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const written = await said(service, [
    open,
    initialized,
    toolCall(1, 'get_rules', { scope_name: 't' }),
    cancelled,
  ]);
  expect(written).toHaveLength(1);
});

test('so it is for handshakes and requests of any form', async () => {
  const service = await testService(files);
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      {},
      { listChanged: true },
      { form: {} },
      { form: { applyDefaults: 1 } },
      [],
      null,
    ),
  );
  const one = <Value>(value: Value) => fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(value) }, odd);
  const capabilities = fc.dictionary(
    fc.constantFrom('roots', 'sampling', 'elicitation', 'experimental', 'extensions', 'tasks', 'x'),
    odd,
    { maxKeys: 3 },
  );
  const person = fc.record(
    { name: one('c'), version: one('1'), title: one('C'), websiteUrl: one('http://a'), icons: one([]) },
    { requiredKeys: ['name', 'version'] },
  );
  const start = fc.record(
    {
      protocolVersion: one('2025-06-18'),
      capabilities: fc.oneof(capabilities, odd),
      clientInfo: fc.oneof(person, odd),
      _meta: one({}),
    },
    { requiredKeys: ['protocolVersion', 'capabilities', 'clientInfo'] },
  );
  const request = fc.record(
    {
      method: fc.constantFrom('ping', 'tools/list', 'tools/call', 'prompts/list', 'resources/list'),
      params: fc.oneof(
        fc.record(
          { name: one('get_rules'), arguments: one({ scope_name: 't' }), cursor: one('x'), _meta: one({}) },
          { requiredKeys: [] },
        ),
        odd,
      ),
    },
    { requiredKeys: ['method'] },
  );
  await fc.assert(
    fc.asyncProperty(start, fc.array(request, { maxLength: 5 }), async (params, requests) => {
      const asked = requests.map((parts, index) => ({ jsonrpc: '2.0', id: index, ...parts }));
      await expectSame(service, [hello(params), initialized, ...asked]);
    }),
    { numRuns: 60, seed },
  );
});

test('a start and calls of tools load no part of the SDK, and what needs it is refused where it is gone', async () => {
  const folder = await tempFolder();
  const dist = path.join(folder, 'dist');
  await cp('dist', dist, { recursive: true, filter: (name) => !/[\\/](?:swagger-ui|types)$/.test(name) });
  await writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'rules/s/commandments.yml': files['s/commandments.yml'],
  });
  const chunks = await readdir(path.join(dist, 'chunks'));
  const [sdk = '', ...others] = chunks.filter((name) => /^mcp-[\w-]{8}\.js$/.test(name));
  expect(others).toEqual([]);
  await rm(path.join(dist, 'chunks', sdk));
  const program = await startProgram(['--rules-path', path.join(folder, 'rules')], {
    main: path.join(dist, 'main.js'),
  });
  program.stdin.write(
    lines(initialize, initialized, ...everyList, toolCall('call', 'get_rules', { scope_name: 's' })),
  );
  for (const id of ['initialize', ...everyList.map(({ method }) => method), 'call'])
    expect(await answerTo(program, id)).toHaveProperty('result');
  program.stdin.write(lines(ask('prompts/get', { name: 'follow_kata' }), ask('ping', {}, 'after')));
  expect(await answerTo(program, 'prompts/get')).toMatchObject({ error: { code: -32603 } });
  expect(await answerTo(program, 'after')).toHaveProperty('result');
  await program.logged('precept error: stdio: ');
});
