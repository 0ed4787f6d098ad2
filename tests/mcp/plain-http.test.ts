import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMcpHttp } from '../../src/faces/mcp/http.ts';
import { createMcpServer } from '../../src/faces/mcp/server.ts';
import { seed } from '../support/seed.ts';
import { testService } from '../support/service.ts';
import { modern, toolCall } from './wire.ts';

const files = {
  's/commandments.yml': 'general:\n  when: Always\n  ruleset: [Be kind, "To {{ scope.name }}"]\n',
  't/metadata.yml': 'parent: s\n',
};
const plainType = 'application/json';
/** Says the same of a body, and is for the SDK, which alone reads such a header. */
const sdkType = 'application/json; charset=utf-8';

type Headers = Readonly<Record<string, string>>;
type Mcp = ReturnType<typeof createMcpHttp>;

async function said(mcp: Mcp, body: string | ReadableStream, headers: Headers, contentType: string) {
  const response = await mcp.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        Accept: 'application/json, text/event-stream',
        'Content-Length': String(typeof body === 'string' ? Buffer.byteLength(body) : 50),
        ...headers,
        'Content-Type': contentType,
      },
      body,
      duplex: 'half',
    }),
    null,
  );
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

async function expectSame(mcp: Mcp, body: string, headers: Headers = {}) {
  const ours = await said(mcp, body, headers, plainType);
  expect(ours).toEqual(await said(mcp, body, headers, sdkType));
  return ours;
}

const named = (tool: string): Headers => ({
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': tool,
});
const calls = [
  toolCall(1, 'get_rules', { scope_name: 't' }),
  toolCall('two', 'get_rules', { scope_name: 'none' }),
  toolCall(3, 'get_rules', { scope_name: 5 }),
  toolCall(4, 'no_such_tool'),
  { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'list_scopes' } },
  { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_scopes' } },
  { jsonrpc: '2.0', id: 6, method: 'tools/list' },
  [toolCall(7, 'list_scopes')],
];

test('calls over HTTP are answered to the byte as the SDK answers them, in both eras', async () => {
  let servers = 0;
  const mcp = createMcpHttp((await testService(files)).service, (caller) => {
    servers += 1;
    return createMcpServer(caller);
  });
  for (const call of calls) {
    const body = JSON.stringify(call);
    for (const version of ['2025-11-25', '2024-10-07', '1999-01-01', '2026-07-28'])
      await expectSame(mcp, body, { 'MCP-Protocol-Version': version });
    await expectSame(mcp, body);
    await expectSame(mcp, body, { Accept: 'application/json' });
    await expectSame(mcp, body, named('get_rules'));
  }
  for (const [tool, input] of [
    ['get_rules', { scope_name: 't' }],
    ['get_rules', { scope_name: 'none' }],
    ['get_rules', { other: 1 }],
    ['none', {}],
  ] as const) {
    const body = JSON.stringify(modern(1, 'tools/call', { name: tool, arguments: input }));
    await expectSame(mcp, body, named(tool));
    for (const headers of [{}, named('list_scopes'), { ...named(tool), 'Mcp-Method': 'tools/list' }])
      await expectSame(mcp, body, headers);
    await expectSame(mcp, body, { 'MCP-Protocol-Version': '2025-11-25' });
  }
  const before = servers;
  await said(mcp, JSON.stringify(calls[0]), {}, plainType);
  const call = modern(1, 'tools/call', { name: 'get_rules', arguments: { scope_name: 't' } });
  await said(mcp, JSON.stringify(call), named('get_rules'), plainType);
  expect(servers).toBe(before);
  for (const broken of ['', '{', 'null', '\u{feff}{}', '{"jsonrpc":"2.0"}']) await expectSame(mcp, broken);
  await mcp.close();
});

test('a body that breaks off is told of as the SDK tells it', async () => {
  const mcp = createMcpHttp((await testService(files)).service);
  const broken = () => new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  const ours = await said(mcp, broken(), {}, plainType);
  expect(ours).toEqual(await said(mcp, broken(), {}, sdkType));
  expect(ours.status).toBe(400);
  await mcp.close();
});

test('so it is for messages of any form', async () => {
  const mcp = createMcpHttp((await testService(files)).service);
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>({}, [], null, 'get_rules'));
  const one = <Value>(value: Value) => fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(value) }, odd);
  const meta = fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': one('2026-07-28'),
      'io.modelcontextprotocol/clientInfo': one({ name: 'c', version: '1' }),
      'io.modelcontextprotocol/clientCapabilities': one({ sampling: {} }),
      progressToken: odd,
    },
    {
      requiredKeys: [
        'io.modelcontextprotocol/protocolVersion',
        'io.modelcontextprotocol/clientInfo',
        'io.modelcontextprotocol/clientCapabilities',
      ],
    },
  );
  const message = fc.record(
    {
      jsonrpc: one('2.0'),
      id: one(1),
      method: one('tools/call'),
      params: fc.record(
        {
          name: one('get_rules'),
          arguments: one({ scope_name: 't' }),
          _meta: fc.oneof(fc.constant({}), meta, odd),
        },
        { requiredKeys: ['name'] },
      ),
      extra: odd,
    },
    { requiredKeys: ['jsonrpc', 'method', 'params'] },
  );
  const headers = fc.constantFrom<Headers>(
    {},
    { 'MCP-Protocol-Version': '2025-06-18' },
    named('get_rules'),
    named(' get_rules '),
  );
  await fc.assert(
    fc.asyncProperty(message, headers, async (body, given) => {
      await expectSame(mcp, JSON.stringify(body), given);
    }),
    { numRuns: 150, seed },
  );
  await mcp.close();
});
