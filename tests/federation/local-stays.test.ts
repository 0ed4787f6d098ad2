import { beforeAll, describe, expect, test } from 'vitest';
import { audience, startIssuer, type TestIssuer } from '../auth/issuer.ts';
import { jsonOf, problemOf, type RulesBody } from '../http/client.ts';
import { ask as askService } from '../support/ask.ts';
import type { TestService } from '../support/service.ts';
import { ownProblem } from './copies-world.ts';
import {
  asked,
  bundle,
  bundled,
  reader,
  rulesOf,
  type Server,
  serve,
  startServer,
  startStub,
  texts,
} from './servers.ts';

/** A master that says these bundles, and has no other scope. */
const master = (bundles: Readonly<Record<string, object>>) =>
  startStub((request, response) => {
    const name = /\/scopes\/([^/]+)\/bundle$/.exec(request.url ?? '')?.[1];
    const data = name === undefined ? Object.keys(bundles) : bundles[name];
    const type = data === undefined ? 'application/problem+json' : 'application/json';
    response.writeHead(data === undefined ? 404 : 200, { 'Content-Type': type });
    response.end(data === undefined ? ownProblem : JSON.stringify(data));
  });
const saying = (scope: string, parts: object = {}) =>
  bundle(scope, { commandments: bundled(scope, { a: [`Of ${scope}, far`] }), ...parts });

const local = {
  'company/commandments.yml': 'a:\n  ruleset: [Of the company]\n',
  'shop/metadata.yml': 'parent: company\n',
  'shop/commandments.yml': 'a:\n  ruleset: [Of the shop]\n',
  'kid/metadata.yml': 'parent: shop\n',
};

/** All pages that show how scopes hang together. */
async function checkPages(own: TestService): Promise<void> {
  const { url } = await serve(own);
  for (const page of [
    '/',
    '/scopes/company',
    '/scopes/shop',
    '/scopes/kid',
    '/scopes/kid/tenka',
    '/conflicts',
  ]) {
    const answer = await fetch(url + page, { headers: { accept: 'text/html' } });
    expect([page, answer.status]).toEqual([page, 200]);
    await answer.text();
  }
}

describe('parents that a master names', () => {
  test.each<[string, Readonly<Record<string, object>>, number]>([
    ['a child', { company: saying('company', { absent_parents: ['shop'] }) }, 1],
    [
      'the scope itself, by way of another',
      {
        company: saying('company', { absent_parents: ['x'] }),
        x: saying('x', { absent_parents: ['company'] }),
      },
      1,
    ],
    [
      'each other',
      {
        shop: saying('shop', { absent_parents: ['kid', 'x'] }),
        x: saying('x', { absent_parents: ['shop', 'kid'] }),
      },
      3,
    ],
    [
      'a line that is too long',
      Object.fromEntries(
        [...Array(15).keys()].map((at) => [
          at === 0 ? 'company' : `x${at}`,
          saying(at === 0 ? 'company' : `x${at}`, { absent_parents: [`x${at + 1}`] }),
        ]),
      ),
      1,
    ],
  ])('and that are %s break nothing that is local, and are told', async (_, bundles, most) => {
    const { url } = await master(bundles);
    const own = await reader([url], local);
    for (const scope of ['company', 'shop', 'kid']) {
      const { commandments, warnings = [] } = await rulesOf(own, scope);
      expect(commandments.a?.rules).toEqual(
        expect.arrayContaining(['Of the company', ...(scope === 'company' ? [] : ['Of the shop'])]),
      );
      const passed = warnings.filter((text) => text.includes(`${url} names it as a parent`));
      expect(passed.length).toBeLessThanOrEqual(most);
      for (const what of ['get_scope', 'get_bundle', 'get_category_index'])
        await asked(own, what, { scope_name: scope });
      await askService(own.service, 'find_guidance', { scope_name: scope, task: 'rule of the shop' });
    }
    const told = (await Promise.all(['company', 'shop', 'kid'].map((scope) => rulesOf(own, scope)))).flatMap(
      ({ warnings = [] }) => warnings,
    );
    expect(told.join('\n')).toContain(`${url} names it as a parent`);
    const text = await askService(own.service, 'get_rules', { scope_name: 'kid' }, 'markdown');
    expect(text).toContain('Of the shop');
    await checkPages(own);
  });

  test('are nearer than those that close the circle', async () => {
    const far = await startServer({
      'department/metadata.yml': 'parent: company\n',
      'department/commandments.yml': 'a:\n  ruleset: [Of the department]\n',
    });
    const hostile = await master({ company: saying('company', { absent_parents: ['department'] }) });
    const own = await reader([far.url, hostile.url], {
      'project/metadata.yml': 'parent: department\n',
      'company/commandments.yml': 'a:\n  ruleset: [Of the company]\n',
    });
    expect(texts((await rulesOf(own, 'project')).commandments).a).toEqual([
      'Of company, far',
      'Of the department',
      'Of the company',
    ]);
  });

  test('may be named in its `parents`, which are shown and never followed', async () => {
    const { url } = await master({
      company: saying('company', { parents: ['kid'], lineage: ['company', 'kid', 'shop'] }),
    });
    const own = await reader([url], local);
    for (const scope of ['company', 'shop', 'kid']) {
      for (const what of ['get_rules', 'get_scope', 'get_bundle'])
        await asked(own, what, { scope_name: scope });
    }
    await checkPages(own);
    expect((await rulesOf(own, 'kid')).warnings).toBeUndefined();
  });
});

describe('conditions of a master', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  const auth = (role: string) => ({
    issuer: issuer.url,
    all: [{ scope: 'company', accepted_roles: [role], roles_claim: 'roles' }],
  });
  const login = () => ({ auth_issuer_url: issuer.url, auth_audience: audience, remote_timeout_seconds: 60 });
  const get = async (server: Pick<Server, 'url'>, target: string, ...roles: string[]) =>
    fetch(`${server.url}/api/v1${target}`, {
      headers: { authorization: `Bearer ${await issuer.sign({ roles })}` },
    });

  const closedMaster = () =>
    master({
      company: { ...saying('company', { absent_parents: ['inner'] }), auth: auth('owner') },
      only: { ...saying('only'), auth: auth('owner') },
    });

  test('take away what came from it, and nothing that is local', async () => {
    const { url } = await closedMaster();
    const server = await startServer(local, { ...login(), master_server_url: [url] });
    for (const scope of ['company', 'shop', 'kid']) {
      const open = await jsonOf<RulesBody>(get(server, `/scopes/${scope}/rules`, 'owner'));
      const closed = await jsonOf<RulesBody>(get(server, `/scopes/${scope}/rules`, 'reader'));
      expect(open.commandments.a?.rules).toContain('Of company, far');
      expect(closed.commandments.a?.rules).toEqual(
        open.commandments.a?.rules.filter((text) => !text.includes('far')),
      );
      expect(closed.metadata).toMatchObject({ sources: ['local'] });
      expect(closed.warnings).toEqual([
        `the part of \`company\` that comes from ${url} is missing: its master limits it to roles that you do not have here.`,
      ]);
      // What that part leads to is not told either.
      expect(open.warnings).toEqual([expect.stringContaining('`inner`')]);
      for (const what of [
        'index',
        'katas',
        'bundle',
        'explain?of=a',
        'explain?of=Of%20company,%20far',
        'find?task=far',
        'explore',
        '',
      ]) {
        const answer = await get(server, `/scopes/${scope}/${what}`.replace(/\/$/, ''), 'reader');
        expect(await answer.text(), what).not.toMatch(/Of company, far(?!",)|inner/);
      }
    }
    expect((await get(server, '/scopes/only/rules', 'reader')).status).toBe(403);
    expect(await jsonOf(get(server, '/scopes', 'reader'))).toEqual(['company', 'kid', 'shop']);
    expect(await jsonOf(get(server, '/scopes', 'owner'))).toEqual(['company', 'kid', 'only', 'shop']);
    const unknown = await problemOf(await get(server, '/scopes/onlu/rules', 'reader'));
    expect(unknown.detail).not.toContain('only');
  });

  test('give callers answers of their own, with ETags of their own, in whatever order they ask', async () => {
    const { url } = await closedMaster();
    const server = await startServer(local, { ...login(), master_server_url: [url] });
    const seen = new Map<string, string>();
    for (const role of ['reader', 'owner', 'reader', 'other', 'owner']) {
      const answer = await get(server, '/scopes/shop/rules', role);
      const text = await answer.text();
      expect(text.includes('far')).toBe(role === 'owner');
      const etag = answer.headers.get('etag') ?? '';
      expect(seen.get(text) ?? etag).toBe(etag);
      seen.set(text, etag);
    }
    expect(new Set(seen.values()).size).toBe(2);
    // The person at the machine has the rights of the server.
    expect(texts((await rulesOf(server, 'shop')).commandments).a).toContain('Of company, far');
  });

  test('go on with the bundle to servers behind, for those who meet them alone', async () => {
    const { url } = await closedMaster();
    const server = await startServer(local, { ...login(), master_server_url: [url] });
    const open = await jsonOf<Record<string, unknown>>(get(server, '/scopes/shop/bundle', 'owner'));
    const closed = await jsonOf<Record<string, unknown>>(get(server, '/scopes/shop/bundle', 'reader'));
    expect(open.auth).toMatchObject({ all: [{ accepted_roles: ['owner'] }] });
    expect(closed).not.toHaveProperty('auth');
    expect(closed.warnings).toEqual([expect.stringContaining('limits it to roles')]);
  });

  test('of one master say nothing of what another has', async () => {
    const [one, two] = await Promise.all([
      master({ company: { ...saying('company'), auth: auth('owner') } }),
      master({ company: bundle('company', { commandments: bundled('company', { a: ['Of another'] }) }) }),
    ]);
    const server = await startServer({}, { ...login(), master_server_url: [one.url, two.url] });
    const rules = await jsonOf<RulesBody>(get(server, '/scopes/company/rules', 'reader'));
    expect(rules.commandments.a?.rules).toEqual(['Of another']);
    expect(await jsonOf(get(server, '/scopes', 'reader'))).toEqual(['company']);
  });

  test('and a parent that it names among the limited scopes here take nothing from those who may not read that', async () => {
    const { url } = await master({ company: saying('company', { absent_parents: ['vault'] }) });
    const files = {
      ...local,
      'vault/metadata.yml': 'auth: {accepted_roles: [owner]}\n',
      'vault/commandments.yml': 'a:\n  ruleset: [Of the vault]\n',
    };
    const server = await startServer(files, { ...login(), master_server_url: [url] });
    const rules = await jsonOf<RulesBody>(get(server, '/scopes/shop/rules', 'reader'));
    expect(rules.commandments.a?.rules).toEqual(['Of company, far', 'Of the company', 'Of the shop']);
    expect(rules.warnings).toEqual([
      `a parent of \`company\` on ${url} is missing: it is limited to roles that you do not have.`,
    ]);
    expect(await (await get(server, '/scopes/shop/explain?of=a', 'reader')).text()).not.toContain('vault');
    const all = await jsonOf<RulesBody>(get(server, '/scopes/shop/rules', 'owner'));
    expect(all.commandments.a?.rules).toContain('Of the vault');
    expect((await get(server, '/scopes/vault/rules', 'reader')).status).toBe(403);
  });
});

test('templates of a master that use up what an answer may take leave local rules theirs', async () => {
  const greedy = `{% for a in [${'1,'.repeat(999)}1] %}{% for b in [${'1,'.repeat(98)}1] %}{% endfor %}{% endfor %}x`;
  const { url } = await master({
    company: bundle('company', {
      commandments: bundled('company', { a: Array.from({ length: 20 }, (_, at) => `${greedy}${at}`) }),
    }),
  });
  const own = await reader([url], {
    'company/metadata.yml': 'tags: {team: blue}\n',
    'company/commandments.yml': 'z:\n  ruleset: ["Ask {{ scope.tags.team }}"]\n',
  });
  const { commandments, template_failures: failures = [] } = await rulesOf(own, 'company');
  expect(failures.some(({ error_message }) => error_message.includes('limit'))).toBe(true);
  expect(commandments.z?.rules).toEqual(['Ask blue']);
});
