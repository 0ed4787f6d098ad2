/** One JSON-RPC request over stdio, without its id. */
export interface McpRequest {
  readonly server: 'mixed' | 'flat' | 'acme' | 'vision' | 'reader' | 'empty';
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Server = McpRequest['server'];
type Params = Readonly<Record<string, unknown>>;

const ask = (server: Server, method: string, params: Params = {}): McpRequest => ({ server, method, params });
const call = (server: Server, name: string, args: Params = {}): McpRequest =>
  ask(server, 'tools/call', { name, arguments: args });
const reading = ['get_category_index', 'get_rules', 'get_kata_category_index', 'get_katas'];
const vision = ['get_user_stories', 'get_acceptance_criteria', 'get_validation_status'];
const each = (server: Server, names: readonly string[], scopes: readonly string[]): McpRequest[] =>
  scopes.flatMap((scope_name) => names.map((name) => call(server, name, { scope_name })));
const read = (server: Server, uri: string): McpRequest => ask(server, 'resources/read', { uri });
const prompt = (server: Server, name: string, args: Params): McpRequest =>
  ask(server, 'prompts/get', { name, arguments: args });
const complete = (server: Server, ref: Params, name: string, value: string, given: Params = {}): McpRequest =>
  ask(server, 'completion/complete', { ref, argument: { name, value }, context: { arguments: given } });

const kataUri = 'precept://scopes/{scope}/katas/{category}/{kata}';
const applyRules = { type: 'ref/prompt', name: 'apply_scope_rules' };

/** Requests in the order in which they are sent: tools, prompts, resources, completion, and what is refused. */
export const mcpRequests: readonly McpRequest[] = [
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'ping'].map((method) =>
    ask('acme', method),
  ),
  call('acme', 'list_scopes'),
  ...each('acme', reading, ['checkout', 'platform']),
  ...reading.map((name) => call('acme', name)),
  call('acme', 'find_guidance', { task: 'refund audit', files: 'a.sql', max_results: 5 }),
  call('acme', 'get_rules', { scope_name: 'checkout', categories: 'api,testing' }),
  call('acme', 'get_kata', { kata_name: 'respond-to-incident' }),
  call('acme', 'get_kata', {
    kata_name: 'rotate-a-secret',
    scope_name: 'platform',
    category: 'security.secrets',
  }),
  call('acme', 'get_kata', { kata_name: 'respond-to-incidents', scope_name: 'acme' }),
  ...vision.map((name) => call('acme', name)),
  call('acme', 'submit_feedback', {
    type: 'contradictory_rules',
    task: 'Add a coupon',
    rules_json: '[{"category": "api", "rule": "One"}, {"category": "api", "rule": "Two"}]',
  }),
  call('acme', 'submit_feedback', {
    type: 'missed_categories',
    task: 'T',
    categories: 'api, git',
    reason: 'Late',
  }),
  call('acme', 'submit_feedback', { type: 'contradictory_rules', task: 'T', rules_json: '[{' }),
  call('acme', 'submit_feedback', { type: 'missed_categories', task: '' }),
  prompt('acme', 'apply_scope_rules', { scope_name: 'checkout', categories: 'api' }),
  prompt('acme', 'apply_scope_rules', {}),
  prompt('acme', 'follow_kata', { kata_name: 'respond-to-incident', scope_name: 'checkout' }),
  prompt('acme', 'follow_kata', {}),
  prompt('acme', 'nothing', {}),
  read('acme', 'precept://scopes/checkout/rules'),
  read('acme', 'precept://scopes/checkout/index'),
  read('acme', 'precept://scopes/checkout/tenka'),
  read('acme', 'precept://scopes/acme/katas/incident/respond-to-incident'),
  read('acme', 'precept://scopes/nobody/rules'),
  read('acme', 'precept://nothing'),
  complete('acme', applyRules, 'scope_name', 'c'),
  complete('acme', applyRules, 'categories', 'api', { scope_name: 'checkout' }),
  complete('acme', { type: 'ref/prompt', name: 'follow_kata' }, 'kata_name', 'r', { scope_name: 'acme' }),
  complete('acme', { type: 'ref/resource', uri: kataUri }, 'category', '', { scope: 'acme' }),
  complete('acme', { type: 'ref/resource', uri: kataUri }, 'kata', '', {
    scope: 'acme',
    category: 'incident',
  }),
  call('acme', 'reload'),

  call('mixed', 'list_scopes'),
  ...each('mixed', reading, [
    'child',
    'odd',
    'shop',
    'colon',
    'egg',
    'deep1',
    'orphan',
    'failing',
    'gud',
    'a b',
  ]),
  ...each('mixed', ['get_rules', 'get_katas'], ['', '../good', 'plain', 'base', 'company']),
  call('mixed', 'get_rules'),
  ...['', 'a..b', 'a,,b', 'ä', 'backend', 'backend.testing,frontend'].map((categories) =>
    call('mixed', 'get_rules', { scope_name: 'good', categories }),
  ),
  ...['cut-release', 'roll-back', 'ship-it', 'a b', 'a/b', '100%', 'hunt', ''].map((kata_name) =>
    call('mixed', 'get_kata', { kata_name, scope_name: 'shop' }),
  ),
  ...['delivery.hotfix', 'delivery', 'odd names', 'nope'].map((category) =>
    call('mixed', 'get_kata', { kata_name: 'roll-back', scope_name: 'shop', category }),
  ),
  call('mixed', 'get_kata', { kata_name: 'fails', scope_name: 'child' }),
  call('mixed', 'get_kata', { kata_name: 'broken-chart', scope_name: 'child' }),
  call('mixed', 'get_kata', { scope_name: 'shop' }),
  call('mixed', 'get_rules', { scope_name: 'good', debug: true }),
  call('mixed', 'get_rules', { scope: 'good' }),
  call('mixed', 'get_rules', { scope_name: 7 }),
  call('mixed', 'no_such_tool'),
  ask('mixed', 'no/such/method'),
  ask('mixed', 'tools/call', {}),
  read('mixed', 'precept://scopes/colon/rules'),
  read('mixed', 'precept://scopes/child/rules'),
  read('mixed', 'precept://scopes/shop/katas/odd%20names/a%20b'),
  prompt('mixed', 'apply_scope_rules', { scope_name: 'child' }),
  prompt('mixed', 'follow_kata', { kata_name: 'roll-back', scope_name: 'shop' }),

  ...each('flat', [...reading, ...vision], ['child']),
  ...reading.map((name) => call('flat', name)),
  call('flat', 'get_rules', { categories: 'nope' }),

  ...each('vision', vision, ['shop', 'team', 'broken']),
  call('vision', 'get_user_stories', { scope_name: 'shop', status: 'validated' }),
  call('vision', 'get_user_stories', { scope_name: 'shop', include_inactive: true, tags: 'payments' }),
  call('vision', 'get_acceptance_criteria', { scope_name: 'shop', stories: 'US1', tags: 'api' }),
  call('vision', 'get_acceptance_criteria', { scope_name: 'shop', stories: 'US9' }),
  call('vision', 'get_validation_status', { scope_name: 'shop', acs: 'AC1.1,AC2.1', passing: 'validated' }),
  call('vision', 'get_validation_status', { scope_name: 'shop', passing: 'yes' }),
  read('vision', 'precept://scopes/shop/tenka'),

  call('reader', 'list_scopes'),
  ...each('reader', reading, ['shop', 'legacy', 'company', 'nobody']),
  ...each('reader', vision, ['legacy']),
  call('reader', 'get_kata', { kata_name: 'release', scope_name: 'shop' }),
  read('reader', 'precept://scopes/legacy/rules'),
  call('reader', 'reload'),
  call('reader', 'get_rules', { scope_name: 'shop' }),

  ask('empty', 'tools/list'),
  call('empty', 'list_scopes'),
  call('empty', 'get_rules', { scope_name: 'x' }),
];
