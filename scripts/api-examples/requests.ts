// What is asked of a server so that its answers can be shown: each route as it is meant, and in every way it can be refused.

import type { ExampleRequest } from '../../src/faces/http/openapi/api-example.ts';
import { isInQuery, pathArguments, queryArguments } from '../../src/faces/http/routes/read-arguments.ts';
import type { RoutedOperation } from '../../src/service/operation.ts';
import { type ServerName, scopeNotes, serverNotes } from './servers.ts';

/** A request, and the server it goes to. */
export interface Attempt {
  readonly server: ServerName;
  readonly request: ExampleRequest;
  /** What the server must have for it besides the example content. */
  readonly note?: string | undefined;
}

/** A request to a server, with what is special there; `scope` is the one of the server `prepared` that it is about. */
export function attempt(server: ServerName, request: ExampleRequest, scope = ''): Attempt {
  return { server, request, note: server === 'prepared' ? scopeNotes[scope] : serverNotes[server] };
}

type Texts = Readonly<Record<string, string>>;

interface Good {
  readonly path?: Texts;
  readonly query?: Texts;
  readonly body?: object;
  readonly headers?: Texts;
  readonly server?: ServerName;
}

const entry = '5f0c1d7e-2a8b-4c55-9a53-0d1f2b7c9e11';

/** A good request to each operation, where the scope alone does not make one. Small answers are easier to read. */
const good: Readonly<Record<string, Good>> = {
  find_guidance: { query: { task: 'Add pagination to the orders endpoint', max_results: '3' } },
  get_category_index: { query: { categories: 'api' } },
  get_rules: { query: { categories: 'api.errors' } },
  get_kata: { path: { kata_name: 'cut-a-release' } },
  get_user_stories: { query: { tags: 'refunds' } },
  get_acceptance_criteria: { query: { stories: 'US2' } },
  get_validation_status: { query: { acs: 'AC2.1' } },
  get_bundle: { path: { scope_name: 'acme' } },
  explain: { query: { of: 'api.errors' } },
  review_change: {
    path: { scope_name: 'status-page' },
    body: {
      patch: '--- a/src/page.test.ts\n+++ b/src/page.test.ts\n@@ -1 +1 @@\n-old\n+new\n',
      max_tokens: 200,
    },
  },
  submit_feedback: {
    headers: { 'idempotency-key': entry },
    body: {
      type: 'missed_categories',
      task: 'Add pagination to the orders endpoint',
      categories: ['api.http'],
      reason: 'Its description names endpoints only',
      scope: 'checkout',
    },
  },
  resolve_feedback: { path: { id: entry }, body: { note: 'The description names pages now' } },
  reopen_feedback: { path: { id: entry } },
  get_usage: { query: { scope: 'status-page', since: '7d' } },
  submit_usage: {
    server: 'counting',
    headers: { 'idempotency-key': entry },
    body: {
      counts: [
        { day: '2026-03-31', scope: 'checkout', category: 'api.http', face: 'mcp', reads: 3, tokens: 420 },
      ],
    },
  },
};

/** Values of arguments that something is wrong with, the most telling first. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  scope_name: ['chekout', 'Not a scope'],
  scope: ['chekout', 'Not a scope'],
  kata_name: ['cut-a-relase'],
  id: ['no-such-entry'],
  categories: ['api..errors'],
  category: ['api..errors'],
  stories: ['US999'],
  acs: ['AC999.1'],
  since: ['yesterday'],
};

/** Arguments of the path by which a scope of the server `prepared` is asked for. */
const damaged: readonly Texts[] = [
  ...['broken', 'circle', 'deep-1', 'closed'].map((scope_name) => ({ scope_name })),
  { scope_name: 'twice', kata_name: 'release' },
];

/** A token in the form that issuers give, which nobody has signed. */
const someToken =
  'eyJhbGciOiAiUlMyNTYiLCAia2lkIjogImEifQ.eyJpc3MiOiAiaHR0cDovLzEyNy4wLjAuMToxIiwgImF1ZCI6ICJydWxlcyJ9.c2ln';

/** Operations that write to a store or read from it, where there is one. */
const keepsRecords: ReadonlySet<string> = new Set([
  ...['submit_feedback', 'get_feedback_summary', 'resolve_feedback', 'reopen_feedback'],
  ...['get_usage', 'submit_usage', 'get_fleet', 'get_validation_status', 'get_user_stories'],
  'get_acceptance_criteria',
]);

/** The request to an operation that it answers. */
export function goodAttempt(operation: RoutedOperation): Attempt {
  return attempt(good[operation.name]?.server ?? 'example', requestTo(operation, {}));
}

/** Requests that an operation may refuse, the plainest first; most codes are met more than once. */
export function badAttempts(operation: RoutedOperation): Attempt[] {
  const { server, request } = goodAttempt(operation);
  const at = (change: ExampleRequest, where = server) => attempt(where, change);
  const headers = (more: Texts) => at({ ...request, headers: { ...request.headers, ...more } });
  const sign = request.path.includes('?') ? '&' : '?';
  return [
    ...wrongArguments(operation).map((change) => at(change)),
    ...wrongBodies(operation, request).map((change) => at(change)),
    ...(pathArguments(operation).includes('scope_name')
      ? damaged.map((path) => attempt('prepared', requestTo(operation, { path, query: {} }), path.scope_name))
      : []),
    at({ ...request, path: `${request.path}${sign}note=100%` }),
    headers({ accept: 'image/png' }),
    headers({ host: 'precept.example.org' }),
    headers({ origin: 'https://app.example.org' }),
    at(request, 'login'),
    at({ ...request, headers: { ...request.headers, authorization: `Bearer ${someToken}` } }, 'issuerless'),
    ...(keepsRecords.has(operation.name) ? [at(request, 'storeless')] : []),
    ...(server === 'example' ? [] : [at(request, 'example')]),
    at(request, 'folderless'),
  ];
}

function wrongArguments(operation: RoutedOperation): ExampleRequest[] {
  const inPath = pathArguments(operation).flatMap((name) =>
    (wrong[name] ?? []).map((value) => requestTo(operation, { path: { [name]: value } })),
  );
  const inQuery = queryArguments(operation).flatMap((name) =>
    [...(wrong[name] ?? []), 'perhaps'].map((value) => requestTo(operation, { query: { [name]: value } })),
  );
  const twice = queryArguments(operation).map((name) => {
    const { path, ...rest } = requestTo(operation, { query: { [name]: 'true' } });
    return { ...rest, path: `${path}&${name}=false` };
  });
  return [...inPath, ...inQuery, ...twice];
}

function wrongBodies(operation: RoutedOperation, request: ExampleRequest): ExampleRequest[] {
  if (request.body === undefined) return [];
  const { headers } = request;
  return [
    requestTo(operation, { body: {} }),
    { ...request, body: '{"type": ' },
    { ...request, headers: { ...headers, 'content-type': 'text/plain' } },
    { ...request, body: '-', times: 64 * 1024 + 1 },
  ];
}

/** The good request with other values. */
function requestTo(
  operation: RoutedOperation,
  change: { readonly path?: Texts; readonly query?: Texts; readonly body?: object },
): ExampleRequest {
  const usual = good[operation.name] ?? {};
  const named: Texts = { scope_name: 'checkout', ...usual.path, ...change.path };
  const path = operation.http.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? ''));
  const query = new URLSearchParams({ ...usual.query, ...change.query }).toString();
  const body = isInQuery(operation) ? undefined : (change.body ?? usual.body);
  const headers = { ...usual.headers, ...(body && { 'content-type': 'application/json' }) };
  return {
    path: `/api/v1${path}${query === '' ? '' : `?${query}`}`,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { body: JSON.stringify(body) }),
  };
}
