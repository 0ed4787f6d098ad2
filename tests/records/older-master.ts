import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers of a server of the older wire format, by path: a parent, null for empty lists, no bundle. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/scopes': ['legacy', 'shop'],
  '/api/v1/scopes/shop/rules?debug=true': {
    metadata: {
      name: 'shop',
      description: 'An older shop',
      parent: 'base',
      tags: { team: 'old', tier: '2' },
    },
    commandments: {
      'a.b': { when: null, tags: null, rules: ['Old one', 'Owner {{ scope.tags.team }} in {{ REGION }}'] },
      a: { when: 'When A', tags: ['x'], rules: null },
      empty: null,
    },
    suggestions: { money: { when: null, tags: [], rules: ['Older advice of {{ scope.name }}'] } },
  },
  '/api/v1/scopes/shop/katas?debug=true': {
    scope_name: 'shop',
    categories: { 'a.b': ['release', 'gone'], none: null },
  },
  '/api/v1/scopes/shop/katas/release?category=a.b&debug=true': {
    name: 'release',
    category: 'a.b',
    when: 'When green',
    procedure: '1. Tag in {{ REGION }}.',
  },
  '/api/v1/scopes/legacy/rules?debug=true': {
    metadata: { name: 'legacy', description: 'Only there', parent: null, tags: {} },
    commandments: {
      ops: { when: 'At night', tags: ['late'], rules: ['Sleep', 'Sleep', 'Wake {{ nobody }}'] },
    },
    suggestions: {},
  },
  '/api/v1/scopes/legacy/katas?debug=true': { scope_name: 'legacy', categories: {} },
  '/api/v1/scopes/legacy/tenka/stories?include_inactive=true': {
    stories: [{ id: 'US1', who: 'a', what: 'b', why: 'c', tags: null, status: 'validated', acs: ['AC1.1'] }],
  },
  '/api/v1/scopes/legacy/tenka/acs?include_inactive=true': {
    // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
    acs: [{ ref: 'AC1.1', story: 'US1', given: 'g', when: 'w', then: 't', status: 'validated' }],
  },
};

/** Starts such a server on a free port of loopback. */
export async function startOlderMaster(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { detail: 'Not Found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
