/** One HTTP request of a record. */
export interface RestRequest {
  readonly server: 'mixed' | 'flat' | 'acme' | 'vision' | 'reader' | 'planted';
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Server = RestRequest['server'];
const accepts = ['application/json', 'text/markdown', 'application/yaml'];

const get = (server: Server, path: string, headers: Readonly<Record<string, string>> = {}): RestRequest => ({
  server,
  method: 'GET',
  path,
  headers,
});
const api = (server: Server, paths: readonly string[], types: readonly string[] = accepts): RestRequest[] =>
  paths.flatMap((path) => types.map((accept) => get(server, `/api/v1${path}`, { accept })));
const post = (server: Server, path: string, body: unknown, type = 'application/json'): RestRequest => ({
  server,
  method: 'POST',
  path: `/api/v1${path}`,
  headers: { 'content-type': type, accept: 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const two = ['application/json', 'text/markdown'];
const one = ['application/json'];
const task = 'Add a coupon';
const pair = [
  { category: 'api', rule: 'Page by 50' },
  { category: 'api.http', rule: 'Page by 20' },
];

/** Requests in the order in which they are sent: all routes, formats, filters, refusals, and headers that matter. */
export const restRequests: readonly RestRequest[] = [
  // Every view of an inherited scope, in every format.
  ...api('acme', ['/scopes/checkout/rules', '/scopes/platform/rules', '/scopes/acme/rules?debug=true']),
  ...api('acme', [
    '/scopes/checkout/rules?categories=api',
    '/scopes/checkout/rules?categories=git,testing,nope',
  ]),
  ...api('acme', ['/scopes/checkout/find?task=refund+audit', '/scopes/checkout/find?files=a.sql'], two),
  ...api('acme', ['/scopes/checkout/index', '/scopes/checkout/katas/index', '/scopes/checkout/katas'], two),
  ...api('acme', ['/scopes/checkout/katas?categories=incident', '/scopes/status-page/index?debug=true'], two),
  ...api(
    'acme',
    ['/scopes/checkout/katas/respond-to-incident', '/scopes/acme/katas/upgrade-a-dependency'],
    two,
  ),
  ...api(
    'acme',
    ['/scopes/acme/katas/respond-to-incident?debug=true', '/scopes/acme/katas/index?debug=true'],
    two,
  ),
  ...api('acme', ['/scopes/checkout/tenka/stories', '/scopes/checkout/tenka/acs?status=all'], two),
  ...api('acme', ['/scopes/checkout', '/scopes', '/scopes?details=true', '/scopes/checkout/bundle'], one),
  ...api('acme', ['/scopes/acme/bundle', '/scopes/team-payments', '/scopes/platform/bundle'], one),
  get('acme', '/api/v1/scopes/checkout/rules'),
  get('acme', '/api/v1/scopes/checkout/tenka/stories'),

  // Texts that fail, odd names, parents that are missing or broken.
  ...api('mixed', ['/scopes/child/rules', '/scopes/child/rules?debug=true', '/scopes/odd/rules']),
  ...api('mixed', [
    '/scopes/odd/rules?categories=constructor',
    '/scopes/odd/rules?categories=__proto__,a.rules',
  ]),
  ...api('mixed', ['/scopes/failing/rules', '/scopes/orphan/rules', '/scopes/good/rules?categories=backend']),
  ...api('mixed', ['/scopes/child/index', '/scopes/odd/index', '/scopes/odd/index?debug=true'], two),
  ...api('mixed', ['/scopes/shop/katas', '/scopes/shop/katas/index', '/scopes/plain/katas/index'], two),
  ...api(
    'mixed',
    ['/scopes/shop/katas/cut-release', '/scopes/shop/katas/ship-it', '/scopes/child/katas'],
    two,
  ),
  ...api('mixed', ['/scopes/shop/katas/roll-back', '/scopes/child/katas/fails?debug=true'], two),
  ...api(
    'mixed',
    ['/scopes/shop/katas/roll-back?category=delivery.hotfix', '/scopes/child/katas/fails'],
    two,
  ),
  ...api('mixed', ['/scopes/child/katas/broken-chart', '/scopes/shop/katas/ship-it?debug=true'], two),
  ...api('mixed', ['/scopes/shop/katas/a%20b', '/scopes/shop/katas/a%2Fb', '/scopes/shop/katas/100%25'], two),
  ...api('mixed', ['/scopes/shop/katas/%C3%A4%3F%23%26', '/scopes/shop/katas/a%252Fb'], two),
  ...api('mixed', ['/scopes/shop/katas/roll-back?category=odd%20names', '/scopes/shop/katas/nope'], two),
  ...api('mixed', ['/scopes/child', '/scopes/odd', '/scopes', '/scopes?details=true', '/scopes/shop'], one),
  ...api(
    'mixed',
    ['/scopes/child/bundle', '/scopes/odd/bundle', '/scopes/shop/bundle', '/scopes/plain'],
    one,
  ),
  ...api(
    'mixed',
    ['/scopes/child?nope=1', '/scopes/child/rules?debug=maybe', '/scopes/child/rules?debug'],
    one,
  ),

  // Refusals.
  ...api(
    'mixed',
    ['/scopes/colon/rules', '/scopes/unclosed/index', '/scopes/egg/rules', '/scopes/deep1'],
    two,
  ),
  ...api(
    'mixed',
    ['/scopes/gud/rules', '/scopes/a%20b/rules', '/scopes/..%2Fgood/rules', '/scopes/nobody'],
    two,
  ),
  ...api('mixed', ['/scopes/good/rules?categories=', '/scopes/good/rules?categories=a..b'], two),
  ...api('mixed', ['/scopes/good/rules?categories=a,,b', '/scopes/good/katas?categories=.a'], one),
  ...api('mixed', ['/scopes/good/rules?categories=a&categories=b', '/scopes/good/rules?cat=a', '/nope'], one),
  ...api(
    'mixed',
    ['/scopes/%ff/rules', '/scopes/good/index?categories=a', '/scopes/good/katas/x?category='],
    one,
  ),
  ...api('mixed', ['/scopes/colon/bundle', '/scopes/gud/bundle', '/scopes/egg', '/scopes/hen/katas'], one),
  get('mixed', '/api/v1/scopes/good/rules', { accept: 'image/png' }),
  get('mixed', '/api/v1/scopes/good/index', { accept: 'application/yaml' }),
  get('mixed', '/api/v1/scopes/good', { accept: 'text/markdown' }),
  get('mixed', '/api/v1/scopes/good/rules', { accept: 'text/markdown;q=0.5, application/json;q=0.4' }),
  get('mixed', '/api/v1/scopes/good/rules', { accept: 'text/*' }),
  get('mixed', '/api/v1/scopes/good/rules', { accept: '*/*;q=0.1, application/yaml' }),
  get('mixed', '/api/v1/scopes/good/rules', { accept: ';;;' }),
  get('mixed', '/api/v1/scopes/good/rules', { origin: 'https://evil.example' }),
  get('mixed', '/api/v1/scopes/good/rules', { host: 'evil.example' }),
  get('mixed', '/api/v1/scopes/good/rules', { 'if-none-match': '<last>' }),
  get('mixed', '/api/v1/scopes/good/rules', { 'if-none-match': '"other", <last>' }),
  get('mixed', '/api/v1/scopes/good/rules', { 'if-none-match': '*' }),
  get('mixed', '/api/v1/scopes/good/rules', { 'if-none-match': '"other"' }),
  { server: 'mixed', method: 'HEAD', path: '/api/v1/scopes/good/rules' },
  { server: 'mixed', method: 'OPTIONS', path: '/api/v1/scopes/good/rules' },
  { server: 'mixed', method: 'DELETE', path: '/api/v1/scopes/good/rules' },
  { server: 'mixed', method: 'PUT', path: '/api/v1/feedback', body: '{}' },
  { server: 'mixed', method: 'GET', path: '/api/v1/feedback' },
  { server: 'mixed', method: 'GET', path: '/api/v1/reload' },

  // Other settings: flat lists, elements around texts, a master that is away.
  ...api('flat', ['/scopes/child/rules', '/scopes/odd/rules', '/scopes/good/rules?categories=backend.api']),
  ...api('flat', ['/scopes/child/index', '/scopes/shop/katas/index', '/scopes/shop/katas/ship-it'], two),
  ...api('flat', ['/scopes', '/scopes/child', '/scopes/child/bundle', '/scopes/nobody'], one),

  // Vision.
  ...api('vision', ['/scopes/shop/tenka/stories', '/scopes/shop/tenka/stories?status=validated'], two),
  ...api('vision', ['/scopes/shop/tenka/stories?include_inactive=true&status=all&tags=payments'], two),
  ...api('vision', ['/scopes/shop/tenka/acs', '/scopes/shop/tenka/acs?stories=US1,US2&status=all'], two),
  ...api('vision', ['/scopes/shop/tenka/acs?include_inactive=true&tags=api', '/scopes/team/tenka/acs'], two),
  ...api('vision', ['/scopes/shop/tenka/validation', '/scopes/shop/tenka/validation?acs=AC2.3,AC1.1'], two),
  ...api('vision', ['/scopes/shop/tenka/validation?passing=not_validated&automation=has_manual'], two),
  ...api('vision', ['/scopes/shop/tenka/acs?stories=US9', '/scopes/shop/tenka/stories?status=passed'], two),
  ...api('vision', ['/scopes/shop/tenka/validation?acs=AC9.1', '/scopes/shop/tenka/validation?acs=AC1'], one),
  ...api(
    'vision',
    ['/scopes/broken/tenka/stories', '/scopes/shop/bundle', '/scopes/shop', '/scopes/team'],
    one,
  ),
  ...api(
    'vision',
    ['/scopes/shop/tenka/validation?automation=manual', '/scopes/shop/tenka/acs?stories='],
    one,
  ),
  get('vision', '/api/v1/scopes/shop/tenka/stories', { accept: 'application/yaml' }),

  // A federation: two masters, one of the older wire format, and local content on top.
  ...api('reader', ['/scopes/shop/rules', '/scopes/shop/rules?debug=true', '/scopes/company/rules']),
  ...api('reader', ['/scopes/legacy/rules', '/scopes/shop/rules?categories=money']),
  ...api(
    'reader',
    ['/scopes/shop/index', '/scopes/shop/katas/index', '/scopes/shop/katas', '/scopes/nobody/rules'],
    two,
  ),
  ...api('reader', ['/scopes/shop/katas/release', '/scopes/shop/katas/release?debug=true'], two),
  ...api('reader', ['/scopes/legacy/tenka/stories', '/scopes/legacy/tenka/acs', '/scopes/legacy/index'], two),
  ...api('reader', ['/scopes', '/scopes?details=true', '/scopes/shop', '/scopes/shop/bundle'], one),
  ...api('reader', ['/scopes/legacy', '/scopes/legacy/bundle', '/scopes/company/bundle'], one),
  get('reader', '/ready'),
  { server: 'reader', method: 'POST', path: '/api/v1/reload' },
  ...api('reader', ['/scopes/shop/rules', '/scopes/shop'], one),

  // Feedback, and the rest of the listener.
  post('acme', '/feedback', { type: 'missed_categories', task, categories: ['api'], reason: 'Not listed' }),
  post('acme', '/feedback', { type: 'contradictory_rules', task, rules: pair }),
  post('acme', '/feedback', { type: 'missed_categories', task: ' ', categories: [], extra: 1 }),
  post('acme', '/feedback', { type: 'other' }),
  post('acme', '/feedback', { type: 'contradictory_rules', task, rules: [{ category: 'a' }, 7] }),
  post('acme', '/feedback', [1]),
  post('acme', '/feedback', '{"type": '),
  post('acme', '/feedback', '{}', 'text/plain'),
  post('acme', '/feedback', JSON.stringify({ task: 'x'.repeat(70_000) })),
  ...api(
    'acme',
    ['/feedback/summary', '/feedback/summary?since=2026-01-01', '/feedback/summary?since=x'],
    two,
  ),
  { server: 'acme', method: 'POST', path: '/api/v1/reload' },
  post('acme', '/reload', '{"x": 1}'),
  get('acme', '/health'),
  get('acme', '/ready'),
  get('acme', '/openapi.json'),
  get('acme', '/nothing/here'),
  get('acme', '/docs', { accept: 'text/html' }),
  get('acme', '/mcp'),
  ...api('planted', ['/scopes', '/scopes?details=true'], one),
];

const html = { accept: 'text/html' };

/** The explorer's pages, for people: what they show may change where the answers above do not. */
export const pageRequests: readonly RestRequest[] = [
  ...[
    '/',
    '/scopes/checkout',
    '/scopes/checkout/katas',
    '/scopes/checkout/tenka',
    '/feedback',
    '/masters',
  ].map((path) => get('acme', path, html)),
  ...[
    '/scopes/checkout?raw=1',
    '/scopes/checkout?q=test',
    '/scopes/nobody',
    '/scopes/acme/source/katas.yml',
  ].map((path) => get('acme', path, html)),
  get('acme', '/scopes/checkout/katas/incident/respond-to-incident', html),
  ...['/', '/scopes/child', '/scopes/odd', '/scopes/shop/katas', '/scopes/colon', '/scopes/egg'].map((path) =>
    get('mixed', path, html),
  ),
  get('mixed', '/scopes/shop/katas/delivery.release/ship-it', html),
  ...['/scopes/shop/tenka', '/scopes/broken/tenka'].map((path) => get('vision', path, html)),
  ...['/', '/scopes/shop', '/scopes/legacy/tenka', '/masters'].map((path) => get('reader', path, html)),
];
