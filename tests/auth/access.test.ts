import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAccepted, rolesOf } from '../../src/auth/callers/roles.ts';
import { createMcpHttp } from '../../src/faces/mcp/http.ts';
import { type HttpClient, httpClient, jsonOf, origin, problemOf } from '../http/client.ts';
import { idsOf } from '../support/rule-id.ts';
import { audience, startIssuer, type TestIssuer } from './issuer.ts';

const content = {
  'open/commandments.yml': 'a:\n  ruleset: [Everybody]\n',
  'secret/metadata.yml':
    'description: Hush\nauth:\n  accepted_roles: [owner, "team-.+"]\n  roles_claim: realm_access.roles\n',
  'secret/commandments.yml': 'a:\n  ruleset: [Classified]\n',
  'secret/katas.yml': 'k:\n  katas: {hide-it: "1. Hide."}\n',
  'secret/tenka.yml': 'tenka:\n  US1: {who: me, what: hide, why: so}\n',
  'child/metadata.yml': 'parents: [open, secret]\n',
  'grandchild/metadata.yml': 'parent: child\n',
  'both/metadata.yml':
    'parent: secret\nauth: {accepted_roles: [auditor], roles_claim: https://acme.example/roles}\n',
  'broken/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
  'broken/commandments.yml': 'a:\n  ruleset: [Say this: classified]\n',
  'typo/metadata.yml': 'auth: {accepted_roles: "owner"}\n',
  'heir/metadata.yml': 'parent: typo\n',
};

let issuer: TestIssuer;
let http: HttpClient;
beforeAll(async () => {
  issuer = await startIssuer();
  http = await open({});
});

async function open(settings: object): Promise<HttpClient> {
  const options = { auth_issuer_url: issuer.url, auth_audience: audience, ...settings };
  const client: HttpClient = await httpClient(content, options, {
    mounts: { '/mcp': (request, claims) => createMcpHttp(client.service).fetch(request, claims) },
  });
  return client;
}

const roles = (...list: string[]) => ({ realm_access: { roles: list }, roles: list });
const as = async (claims: Record<string, unknown>) => ({
  authorization: `Bearer ${await issuer.sign(claims)}`,
});

describe('a scope with accepted roles', () => {
  test('is in no list for others, and neither is its child', async () => {
    const listed = async (claims: Record<string, unknown>) =>
      jsonOf<string[]>(http.get('/api/v1/scopes', await as(claims)));
    expect(await listed({})).toEqual(['open']);
    expect(await listed(roles('reader', 'steam-x', 'owners', 'own'))).toEqual(['open']);
    expect(await listed(roles('team-blue'))).toEqual(['child', 'grandchild', 'open', 'secret']);
    expect(await listed(roles('owner'))).toEqual(['broken', 'child', 'grandchild', 'open', 'secret']);
    const both = { ...roles('owner'), 'https://acme.example/roles': 'auditor other' };
    expect(await listed(both)).toContain('both');
    const details = await http.get('/api/v1/scopes?details=true', await as({}));
    expect(await details.text()).not.toMatch(/Hush|secret|child/);
  });

  test.each([
    '',
    '/rules',
    '/index',
    '/find?task=classified+hide',
    '/katas',
    '/katas/index',
    '/katas/hide-it',
    '/bundle',
    '/tenka/stories',
    '/tenka/acs',
    '/tenka/validation',
  ])('is refused at %s, and served to who has the role', async (path) => {
    for (const scope of ['secret', 'child', 'grandchild']) {
      const url = `/api/v1/scopes/${scope}${path}`;
      const refused = await http.get(url, await as(roles('reader')));
      const problem = await problemOf(refused);
      expect(problem).toMatchObject({ code: 'forbidden', status: 403 });
      expect(problem.detail).not.toMatch(scope === 'secret' ? /owner|Hush/ : /secret|owner/);
      const served = await http.get(url, await as(roles('team-blue')));
      expect(served.status).toBe(200);
      expect(served.headers.get('cache-control')).toBe('private, no-cache');
      expect(served.headers.get('vary')).toMatch(/\bAuthorization\b/);
      // The answer is made and its tag is known by now: neither lets another caller in.
      const again = { ...(await as(roles('reader'))), 'if-none-match': served.headers.get('etag') ?? '' };
      expect((await http.get(url, again)).status).toBe(403);
      const good = { ...(await as(roles('team-blue'))), 'if-none-match': served.headers.get('etag') ?? '' };
      const unchanged = await http.get(url, good);
      expect(unchanged.status).toBe(304);
      expect(unchanged.headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  test('is on no page of rules or comparisons for others', async () => {
    const [id] = idsOf('commandments', ['Classified']);
    const page = async (path: string, claims: Record<string, unknown>) => {
      const answer = await http.get(path, { ...(await as(claims)), accept: 'text/html' });
      return { status: answer.status, text: await answer.text() };
    };
    for (const path of [`/scopes/child/rules/${id}`, '/compare?from=open&to=child']) {
      const seen = await page(path, roles('owner'));
      expect([seen.status, seen.text]).toEqual([200, expect.stringContaining('Classified')]);
      const hidden = await page(path, roles('reader'));
      expect(hidden.status).toBe(403);
      expect(hidden.text).not.toMatch(/Classified|secret/);
    }
    expect((await page('/compare', roles('owner'))).text).toContain('<option value="secret">');
    expect((await page('/compare', roles('reader'))).text).not.toMatch(/secret|child/);
  });

  test('tells nothing of itself by its mistakes, or by being near another name', async () => {
    const reader = await as(roles('reader'));
    const broken = await problemOf(await http.get('/api/v1/scopes/broken/rules', reader));
    expect(broken).toMatchObject({ code: 'forbidden' });
    expect(
      (await problemOf(await http.get('/api/v1/scopes/broken/rules', await as(roles('owner'))))).code,
    ).toBe('invalid-content');
    const near = await problemOf(await http.get('/api/v1/scopes/secre/rules', reader));
    expect(near).toMatchObject({ code: 'scope-not-found' });
    expect(near.detail).not.toMatch(/secret|child/);
    const [one, two] = await Promise.all([
      http.get('/api/v1/scopes/secre/rules', await as(roles('owner'))),
      http.get('/api/v1/scopes/secre/rules', reader),
    ]);
    expect((await problemOf(one)).detail).toMatch(/secret/);
    expect((await problemOf(two)).detail).not.toMatch(/secret/);
    expect((await problemOf(await http.get('/api/v1/scopes/..%2Fsecret/rules', reader))).code).toBe(
      'invalid-scope-name',
    );
  });

  test('is closed to all while its conditions, or those of a parent, cannot be read', async () => {
    for (const scope of ['typo', 'heir']) {
      const answer = await http.get(`/api/v1/scopes/${scope}/rules`, await as(roles('owner')));
      expect((await problemOf(answer)).code).toBe('forbidden');
    }
  });

  test('is as hidden over MCP', async () => {
    const connect = async (claims: Record<string, unknown>) => {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const headers = await as(claims);
      const fetchApp = async (url: string | URL, init?: RequestInit) =>
        http.app.fetch(new Request(url, init));
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
          requestInit: { headers },
          fetch: fetchApp,
        }),
      );
      return client;
    };
    const reader = await connect(roles('reader'));
    const text = async (client: Client, name: string, args = {}) => {
      const { content: parts, isError } = await client.callTool({ name, arguments: args });
      return `${isError === true} ${JSON.stringify(parts)}`;
    };
    expect(await text(reader, 'list_scopes')).not.toMatch(/secret|child/);
    for (const [name, args] of [
      ['get_rules', {}],
      ['get_category_index', {}],
      ['get_kata', { kata_name: 'hide-it' }],
      ['get_user_stories', {}],
    ] as const) {
      expect(await text(reader, name, { scope_name: 'secret', ...args })).toMatch(
        /^true .*not open to you.* Roles are read from its claim \\+"realm_access\.roles\\+"\./,
      );
    }
    expect(JSON.stringify(await reader.listResources())).not.toMatch(/secret|child/);
    await expect(reader.readResource({ uri: 'precept://scopes/secret/rules' })).rejects.toThrow(/not open/);
    const complete = async (client: Client) =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'apply_scope_rules' },
        argument: { name: 'scope_name', value: 'se' },
      });
    expect((await complete(reader)).completion.values).toEqual([]);
    const kata = {
      ref: { type: 'ref/prompt' as const, name: 'follow_kata' },
      argument: { name: 'kata_name', value: 'hide' },
    };
    const within = { context: { arguments: { scope_name: 'secret' } } };
    expect((await reader.complete({ ...kata, ...within })).completion.values).toEqual([]);
    const owner = await connect(roles('owner'));
    expect((await complete(owner)).completion.values).toEqual(['secret']);
    expect((await owner.complete({ ...kata, ...within })).completion.values).toEqual(['hide-it']);
    expect(await text(owner, 'get_rules', { scope_name: 'secret' })).toContain('Classified');
    await Promise.all([reader.close(), owner.close()]);
  });

  test('is open where nobody has to log in', async () => {
    const free = await open({ auth_issuer_url: null, auth_audience: null });
    expect((await free.get('/api/v1/scopes/secret/rules')).status).toBe(200);
    expect((await free.get('/api/v1/scopes/child/rules')).headers.get('cache-control')).toBe('no-cache');
  });
});

describe('without a token', () => {
  test.each([
    ['GET', '/api/v1/scopes'],
    ['HEAD', '/api/v1/scopes'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/reload'],
    ['POST', '/api/v1/feedback'],
    ['POST', '/mcp'],
    ['GET', '/mcp'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/'],
    ['GET', '/swagger-ui/start.js'],
    ['GET', '/health/../api/v1/scopes'],
    ['GET', '//health'],
    ['DELETE', '/mcp'],
    ['OPTIONS', '/api/v1/scopes'],
  ])('%s %s is 401', async (method, path) => {
    const answer = await http.send(path, { method, headers: { accept: 'application/json' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
    );
    if (method !== 'HEAD') expect((await problemOf(answer)).code).toBe('unauthorized');
  });

  test('a browser gets a plain page, without content', async () => {
    for (const path of ['/', '/docs', '/openapi.json']) {
      const answer = await http.get(path, { accept: 'text/html,*/*;q=0.8' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toMatch(/asks for a login/);
    }
    expect((await http.get('/docs', await as({}))).status).toBe(200);
    const description = await http.get('/openapi.json', await as({}));
    const text = await description.text();
    expect(JSON.parse(text)).toMatchObject({ security: [{ token: [] }] });
    // Its examples speak of secrets; no scope may be named.
    expect(text).not.toMatch(/"secret"|scopes\/(?:secret|child)|grandchild/);
  });

  test('the resource, its health and whether it is ready are told', async () => {
    const about = await http.get('/.well-known/oauth-protected-resource');
    expect(await about.json()).toEqual({
      resource: audience,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
      resource_name: 'Precept',
    });
    expect((await http.get('/health')).status).toBe(200);
    const masters = await open({ master_server_url: ['https://master.example'] });
    const ready = await masters.get('/ready');
    expect(ready.status).toBe(200);
    const told = await ready.text();
    expect(told).not.toContain('master');
    expect(JSON.parse(told)).toMatchObject({ status: 'ok', issuer: 'ok' });
  });

  test('a foreign page is refused before the token is looked at', async () => {
    const headers = { ...(await as({})), origin: 'https://evil.example' };
    expect((await problemOf(await http.get('/api/v1/scopes', headers))).code).toBe('foreign-origin');
    const friends = await open({ http_allowed_origins: ['https://friend.example'] });
    const friend = { origin: 'https://friend.example', 'access-control-request-method': 'GET' };
    const preflight = await friends.send('/api/v1/scopes', { method: 'OPTIONS', headers: friend });
    expect(preflight.status).toBe(204);
    const refused = await friends.get('/api/v1/scopes', { origin: 'https://friend.example' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/WWW-Authenticate/);
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://friend.example');
  });

  test('an audience with a path has its description there', async () => {
    const own = await open({ auth_audience: `${origin}/mcp` });
    const answer = await own.get('/api/v1/scopes');
    const place = `${origin}/.well-known/oauth-protected-resource/mcp`;
    expect(answer.headers.get('www-authenticate')).toContain(`"${place}"`);
    const about = await jsonOf<{ resource: string }>(own.get('/.well-known/oauth-protected-resource/mcp'));
    expect(about.resource).toBe(`${origin}/mcp`);
    const named = await open({ auth_audience: 'precept' });
    const other = await jsonOf<{ resource: string }>(named.get('/.well-known/oauth-protected-resource'));
    expect(other.resource).toBe(origin);
  });
});

describe('roles', () => {
  test.each<[string, unknown, string[]]>([
    ['roles', { roles: ['a', 'b'] }, ['a', 'b']],
    ['scope', { scope: 'read write' }, ['read', 'write']],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['https://x.example/roles', { 'https://x.example/roles': ['a'] }, ['a']],
    ['resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['a'] } } }, ['a']],
    ['roles', { roles: [1, null, {}, '', 'x'.repeat(201), 'a'] }, ['a']],
    ['roles', { roles: { a: 1 } }, []],
    ['constructor.name', {}, []],
    ['__proto__', {}, []],
    ['length', [], []],
  ])('of claim %s in %j', (claim, claims, expected) => {
    expect(rolesOf(claims as Record<string, unknown>, claim)).toEqual(expected);
  });

  test('must match as a whole', () => {
    const access = { acceptedRoles: ['a|b', 'team-\\w+'], rolesClaim: 'roles' };
    for (const role of ['a', 'b', 'team-x']) expect(isAccepted(access, { roles: [role] })).toBe(true);
    for (const role of ['ab', 'xa', 'bx', 'team-', 'team-x y', 'a\n', ' a'])
      expect(isAccepted(access, { roles: [role] })).toBe(false);
  });
});
