import fc from 'fast-check';

/** Lines that are no JSON, or that end too early. */
export const noise: fc.Arbitrary<Buffer> = fc.oneof(
  fc.string({ maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('{', '[', '"', 'null', '{"jsonrpc":"2.0","id":1,', '\u0000', '\uFEFF{}')
    .map((text) => Buffer.from(text)),
);

const word = fc.constantFrom<unknown>('2.0', '1.0', 2, null, 'ping', 'tools/call', {}, []);
const odd = fc.oneof(fc.jsonValue(), word);
const almost = fc.record(
  { jsonrpc: odd, id: odd, method: odd, params: odd, result: odd, error: odd },
  { requiredKeys: [] },
);
const close = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.oneof(
    fc.string().map((text) => `odd ${text}`),
    fc.double(),
    fc.constantFrom(null, true, [1], {}),
  ),
  method: fc.constantFrom(
    'tools/call',
    'tools/list',
    'prompts/get',
    'resources/read',
    'completion/complete',
    'x',
  ),
  params: fc.oneof(
    fc.jsonValue(),
    fc.record(
      { name: odd, arguments: odd, uri: odd, ref: odd, argument: odd, _meta: odd },
      { requiredKeys: [] },
    ),
  ),
});

/** JSON that is no JSON-RPC, or nearly is. */
export const oddMessages: fc.Arbitrary<unknown> = fc.oneof(almost, close, fc.jsonValue());

const argument = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('get_rules', 'apply_scope_rules', 'acme', null),
);

/** Method and parameters of requests that are well-formed, with any arguments. */
export const requests: fc.Arbitrary<{ readonly method: string; readonly params: object }> = fc.record({
  method: fc.constantFrom(
    'tools/call',
    'tools/list',
    'prompts/get',
    'prompts/list',
    'resources/read',
    'resources/templates/list',
    'completion/complete',
    'logging/setLevel',
    'initialize',
  ),
  params: fc.record(
    {
      name: argument,
      arguments: argument,
      uri: argument,
      ref: argument,
      argument,
      cursor: argument,
      level: argument,
    },
    { requiredKeys: [] },
  ),
});
