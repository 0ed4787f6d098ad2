import { METHODS } from 'node:http';
import fc from 'fast-check';
import { requests as calls, noise, oddMessages } from '../mcp/odd-messages.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const segment = fc.oneof(
  fc.constantFrom(
    ...[
      'api',
      'v1',
      'scopes',
      'acme',
      'shop',
      'rules',
      'index',
      'katas',
      'cut-release',
      'tenka',
      'stories',
      'acs',
    ],
    ...[
      'validation',
      'bundle',
      'reload',
      'feedback',
      'docs',
      'swagger-ui',
      'openapi.json',
      'health',
      'ready',
      'mcp',
    ],
    ...['vision', 'source', 'commandments.yml', 'explorer', 'masters', '.well-known', 'delivery', 'US1'],
  ),
  fc.constantFrom(
    '%',
    '%2F',
    '%00',
    '%ff',
    '..',
    '.',
    '',
    '__proto__',
    'constructor',
    '*',
    ':scope_name',
    '{x}',
  ),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
  fc.string({ maxLength: 20 }),
);
const known = [
  ...['/', '/mcp', '/docs', '/openapi.json', '/health', '/ready', '/feedback', '/masters', '/scopes/shop'],
  ...['/api/v1/scopes', '/api/v1/reload', '/api/v1/feedback', '/scopes/shop/katas', '/scopes/shop/tenka'],
  ...[
    '',
    '/rules',
    '/index',
    '/katas',
    '/katas/index',
    '/katas/cut-release',
    '/bundle',
    '/tenka/stories',
    '/tenka/acs',
  ].map((rest) => `/api/v1/scopes/shop${rest}`),
];
const path = fc.oneof(
  fc.constantFrom(...known),
  fc.array(segment, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`),
  fc.array(segment, { maxLength: 4 }).map((rest) => ['/api/v1/scopes/shop', ...rest].join('/')),
  fc.array(segment, { maxLength: 3 }).map((rest) => ['/scopes/shop', ...rest].join('/')),
);
const names = [
  ...[
    'q',
    'raw',
    'categories',
    'debug',
    'category',
    'details',
    'status',
    'include_inactive',
    'tags',
    'stories',
  ],
  ...['acs', 'passing', 'automation', '__proto__', 'toString'],
];
const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...names), segment),
      fc.oneof(fc.constantFrom('true', '0', 'backend.api', '', 'all', 'US1', 'AC1.1'), segment),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
const headerValue = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
const ranges = [
  '*/*',
  'text/*',
  'application/json',
  'text/event-stream',
  'text/html',
  'text/markdown;q=0',
  ';q=',
  ',',
  '"',
  'q=9',
];
const accept = fc.oneof(
  fc.constant('*/*'),
  headerValue,
  fc.constant('application/json, text/event-stream'),
  fc.array(fc.constantFrom(...ranges), { maxLength: 4 }).map((parts) => parts.join(',')),
);
const type = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=latin1', 'multipart/form-data', ''),
  },
  { weight: 1, arbitrary: headerValue },
);
const plain = fc.record({ accept, 'content-type': type });
const rare = fc.record(
  {
    'if-none-match': headerValue,
    origin: fc.oneof(headerValue, fc.constantFrom('null', 'http://127.0.0.1', 'https://evil.example')),
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', '1999-01-01', 'x'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
    'mcp-name': fc.constantFrom('get_rules', 'x'),
    'mcp-session-id': headerValue,
    'cdn-loop': headerValue,
    authorization: fc.constantFrom('Bearer x', 'Basic eDp5', 'Bearer'),
    'idempotency-key': headerValue,
    range: fc.constantFrom('bytes=0-', 'x'),
    expect: fc.constantFrom('100-continue', '200-ok'),
  },
  { requiredKeys: [] },
);
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.tuple(plain, rare).map(([some, more]) => ({ ...some, ...more })) },
);

const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
const field = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('missed_categories', 'contradictory_rules', 'a', ['a.b']),
);
const report = fc.record(
  {
    type: field,
    task: field,
    rules: field,
    categories: field,
    reason: field,
    timestamp: field,
    extra: field,
  },
  { requiredKeys: [] },
);
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant(Buffer.alloc(0)) },
  { weight: 2, arbitrary: noise },
  { weight: 3, arbitrary: report.map(text) },
  { weight: 3, arbitrary: oddMessages.map(text) },
  { weight: 3, arbitrary: fc.array(oddMessages, { maxLength: 3 }).map(text) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(calls, fc.boolean())
      .map(([{ method, params }, modern]) =>
        text({ jsonrpc: '2.0', id: 1, method, params: modern ? { ...params, _meta: envelope } : params }),
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom(65_000, 66_000, 300_000).map((size) => Buffer.alloc(size, '[')) },
);

/** Requests of any method, path, query, headers and body that a client of HTTP can send. */
export const requests: fc.Arbitrary<WireRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('GET', 'POST') },
      // A client sends CONNECT to proxies only.
      {
        weight: 1,
        arbitrary: fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'), 'FOO', '__proto__'),
      },
    ),
    path,
    query,
    headers,
    body,
  })
  .map(({ method, path, query, headers, body }) => {
    const target = query === '' ? path : `${path}?${query}`;
    return { method, headers, body, target: target.replace(/[^\x21-\x7e]/g, encodeOne) };
  });

function encodeOne(character: string): string {
  return /[\ud800-\udfff]/.test(character) ? '' : encodeURIComponent(character);
}
