import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bundle,
  bundled,
  json,
  rulesOf,
  type Server,
  startServer,
  startStub,
} from '../federation/servers.ts';
import { jsonOf, problemOf, type RulesBody } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { audience, startIssuer, type TestIssuer } from './issuer.ts';

const companyRules = {
  'open/commandments.yml': 'a:\n  ruleset: [Everybody]\n',
  'secret/metadata.yml': 'auth: {accepted_roles: [owner, "team-.+"], roles_claim: realm_access.roles}\n',
  'secret/commandments.yml': 'a:\n  ruleset: [Classified]\n',
  'both/metadata.yml': 'parent: secret\nauth: {accepted_roles: [auditor]}\n',
};
const departmentRules = {
  'kid/metadata.yml': 'parent: secret\n',
  'kid/commandments.yml': 'b:\n  ruleset: [Of the department]\n',
  'plain/commandments.yml': 'b:\n  ruleset: [Plain]\n',
};

let issuer: TestIssuer;
let company: Server;
let tokenFile: string;
beforeAll(async () => {
  issuer = await startIssuer();
  company = await startServer(companyRules, { auth_issuer_url: issuer.url, auth_audience: audience });
  tokenFile = path.join(await tempFolder(), 'token');
  await writeFile(tokenFile, await token('owner', 'auditor'));
});

const token = (...roles: string[]) => issuer.sign({ roles, realm_access: { roles } });

/** A server whose master is at `url`, asked with the token of a machine that may read everything. */
const serverOf = (url: string, settings: object, files: Readonly<Record<string, string>> = departmentRules) =>
  startServer(files, {
    master_server_url: [url],
    masters: [{ url, token_file: tokenFile }],
    remote_timeout_seconds: 60,
    ...settings,
  });

const ask = (server: Server, target: string, bearer?: string) =>
  fetch(`${server.url}/api/v1${target}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
const listed = (server: Server, bearer?: string) => jsonOf<string[]>(ask(server, '/scopes', bearer));

describe('a scope that its master limits to roles', () => {
  const closed = ['secret', 'both'];
  const left = /^the part of `secret` that comes from http:\S+ is missing: its master limits it to roles/;

  test('is served on to nobody where callers do not log in, but for the person at the machine', async () => {
    const server = await serverOf(company.url, {});
    for (const scope of closed) {
      for (const what of ['rules', 'bundle', 'index', 'explain?of=a']) {
        const problem = await problemOf(await ask(server, `/scopes/${scope}/${what}`));
        expect(problem).toMatchObject({ status: 403, code: 'forbidden' });
        expect(problem.detail).toContain('not served on from here');
      }
    }
    expect(await listed(server)).toEqual(['kid', 'open', 'plain']);
    expect((await ask(server, '/scopes/open/rules')).status).toBe(200);
    expect(Object.keys((await rulesOf(server, 'kid')).commandments)).toEqual(['a', 'b']);
    // What is local is served on.
    const kid = await jsonOf<RulesBody>(ask(server, '/scopes/kid/rules'));
    expect(Object.keys(kid.commandments)).toEqual(['b']);
    expect(kid.warnings).toEqual([expect.stringMatching(left)]);
  });

  test('takes the same roles of callers with tokens of the same issuer, server after server', async () => {
    const login = { auth_issuer_url: issuer.url, auth_audience: audience };
    const department = await serverOf(company.url, login);
    const team = await serverOf(department.url, login, { 'own/metadata.yml': 'parent: kid\n' });
    for (const server of [department, team]) {
      const own = server === team ? ['own'] : [];
      for (const scope of closed) {
        const refused = await problemOf(await ask(server, `/scopes/${scope}/rules`, await token('reader')));
        expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
      }
      // The department's bundle of `kid` has the company's part in it, so that the team has it all on one condition.
      const local = server === team ? 'own' : 'kid';
      expect(await listed(server, await token('steam-x', 'own'))).toEqual([local, 'open', 'plain'].sort());
      const rules = await jsonOf<RulesBody>(ask(server, `/scopes/${local}/rules`, await token('reader')));
      expect(Object.keys(rules.commandments)).toEqual(server === team ? [] : ['b']);
      expect(rules.warnings).toHaveLength(1);
      expect(await listed(server, await token('team-blue'))).toEqual(
        ['kid', 'open', ...own, 'plain', 'secret'].sort(),
      );
      expect((await listed(server, await token('owner', 'auditor'))).includes('both')).toBe(true);
      const served = await jsonOf<RulesBody>(ask(server, '/scopes/kid/rules', await token('team-blue')));
      expect(served.commandments.a?.rules).toEqual(['Classified']);
      const { auth } = await jsonOf<{ auth: unknown }>(
        ask(server, '/scopes/both/bundle', await token('owner', 'auditor')),
      );
      expect(auth).toEqual({
        issuer: issuer.url,
        all: [
          { scope: 'both', accepted_roles: ['auditor'], roles_claim: 'roles' },
          { scope: 'secret', accepted_roles: ['owner', 'team-.+'], roles_claim: 'realm_access.roles' },
        ],
      });
    }
    const free = await jsonOf<object>(ask(team, '/scopes/open/bundle', await token('reader')));
    expect(free).not.toHaveProperty('auth');
  });

  test('is served on to nobody by a server that asks for tokens of another issuer', async () => {
    const other = await startIssuer();
    const server = await serverOf(company.url, { auth_issuer_url: other.url, auth_audience: audience });
    const bearer = await other.sign({ roles: ['owner', 'auditor'], realm_access: { roles: ['owner'] } });
    for (const scope of closed)
      expect((await ask(server, `/scopes/${scope}/rules`, bearer)).status).toBe(403);
    expect(await listed(server, bearer)).toEqual(['kid', 'open', 'plain']);
    const kid = await jsonOf<RulesBody>(ask(server, '/scopes/kid/rules', bearer));
    expect(Object.keys(kid.commandments)).toEqual(['b']);
  });
});

test.each<[string, unknown, number]>([
  ['patterns that never end', { accepted_roles: ['(?:.|.)*!'], roles_claim: 'roles' }, 403],
  ['patterns that are none', { accepted_roles: ['(', '['], roles_claim: 'roles' }, 403],
  ['no patterns', { accepted_roles: [], roles_claim: 'roles' }, 403],
  ['another shape', { accepted_roles: 'owner' }, 404],
])('conditions of a hostile master with %s let nobody in', async (_, condition, status) => {
  const auth = { issuer: issuer.url, all: [{ scope: 'x', ...(condition as object) }] };
  const data = { ...bundle('x', { commandments: bundled('x', { a: ['Classified'] }) }), auth };
  const master = await startStub(json((asked: string) => (asked.endsWith('/bundle') ? data : ['x'])));
  const login = { auth_issuer_url: issuer.url, auth_audience: audience };
  const server = await serverOf(master.url, login);
  const clock = startClock();
  const answer = await ask(server, '/scopes/x/rules', await token('a'.repeat(100)));
  expect(answer.status).toBe(status);
  await answer.text();
  for (let count = 0; count < 20; count++)
    await (await ask(server, '/scopes/x/rules', await token('a'.repeat(90 + count)))).text();
  await clock.expectInTime(20_000);
});
