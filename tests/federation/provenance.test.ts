import { beforeAll, describe, expect, test } from 'vitest';
import { httpClient } from '../http/client.ts';
import { ask } from '../support/ask.ts';
import { asked, bundle, json, reader, type Server, startServer, startStub } from './servers.ts';

/** A company on one master, a team on another, whose project is here. */
let company: Server;
let team: Server;
let project: Awaited<ReturnType<typeof httpClient>>;

beforeAll(async () => {
  company = await startServer({
    'company/metadata.yml': 'description: All\n',
    'company/commandments.yml': 'top:\n  ruleset:\n    - Company rule\n',
    'company/katas.yml': 'k: {katas: {walk: 1. Go.}}\n',
  });
  team = await startServer(
    { 'team/metadata.yml': 'parent: company\n', 'team/suggestions.yml': 'side: {ruleset: [Team advice]}\n' },
    { master_server_url: [company.url] },
  );
  const files = {
    'project/metadata.yml': 'parent: team\n',
    'project/commandments.yml': 'own: {ruleset: [Own rule]}\n',
  };
  project = await httpClient(files, { master_server_url: [team.url], remote_timeout_seconds: 60 });
});

const scopeOf = (scope_name: string) =>
  asked<{ parents: string[]; lineage: string[]; sources: string[] }>(project, 'get_scope', { scope_name });
const page = async (path: string) =>
  (await project.get(path, { accept: 'text/html' })).text().then((text) => text.replace(/\s+/g, ' '));

describe('where guidance of masters comes from is known', () => {
  test('a bundle carries parents and lineage, through a chain of servers', async () => {
    const told = JSON.parse(await ask(team.service, 'get_bundle', { scope_name: 'team' }));
    expect(told).toMatchObject({ parents: ['company'], lineage: ['team', 'company'] });
    expect(await scopeOf('team')).toMatchObject({ parents: ['company'], lineage: ['team', 'company'] });
    expect(await scopeOf('project')).toMatchObject({
      parents: ['team'],
      lineage: ['project', 'team', 'company'],
    });
    const onward = JSON.parse(await ask(project.service, 'get_bundle', { scope_name: 'project' }));
    expect(onward.lineage).toEqual(['project', 'team', 'company']);
  });

  test('they are told, never followed: what they name is in the bundle already', async () => {
    await scopeOf('project');
    const asking = new Set(team.seen.map(({ path }) => path).filter((path) => path.endsWith('/bundle')));
    expect([...asking].sort()).toEqual(['/api/v1/scopes/project/bundle', '/api/v1/scopes/team/bundle']);
  });

  test('`show` and the list of scopes name them, with the server', async () => {
    expect(await ask(project.service, 'get_scope', { scope_name: 'team' }, 'markdown')).toContain(
      `- inherits from: company (${team.url})\n- lineage: team > company\n`,
    );
    const details = JSON.parse(await ask(project.service, 'list_scopes', { details: true }));
    expect(details.find(({ name }: { name: string }) => name === 'team').parents).toEqual(['company']);
  });

  test('the explorer shows whom a scope of a master inherits from, and who says so', async () => {
    expect(await page('/scopes/team')).toContain(
      `Inherits from</dt><dd><a href="/scopes/company">company</a> <span class="server">${team.url}</span>`,
    );
    expect(await page('/scopes/project')).toContain(
      'Inherits from</dt><dd><a href="/scopes/team">team</a></dd>',
    );
    expect(await page('/')).toContain(`inherits from company (${team.url})`);
  });

  test('places link to the page of the master that has the file', async () => {
    const rules = await page('/scopes/project');
    expect(rules).toContain(`href="${company.url}/scopes/company/source/commandments.yml#L3"`);
    expect(rules).toContain(`href="${team.url}/scopes/team/source/suggestions.yml#L1"`);
    expect(rules).toContain('href="/scopes/project/source/commandments.yml#L1"');
    expect(await page('/scopes/project/katas')).toContain(
      `href="${company.url}/scopes/company/source/katas.yml#L1"`,
    );
    // That page is there.
    const there = await fetch(`${company.url}/scopes/company/source/commandments.yml`);
    expect([there.status, (await there.text()).includes('Company rule')]).toEqual([200, true]);
  });
});

test('the summary of feedback finds rules that live on a master', async () => {
  const own = await reader([team.url], { 'project/metadata.yml': 'parent: team\n' });
  const rules = [
    { category: 'top', rule: ' Company  rule ' },
    { category: 'side', rule: 'Team advice' },
  ];
  await ask(own.service, 'submit_feedback', { type: 'contradictory_rules', task: 'x', rules });
  const { disputed } = JSON.parse(await ask(own.service, 'get_feedback_summary', {}));
  const places = disputed[0].rules.map((rule: { places: unknown }) => rule.places);
  expect(places).toEqual([
    [{ server: company.url, file: 'company/commandments.yml', line: 3, category: 'top' }],
    [{ server: team.url, file: 'team/suggestions.yml', line: 1, category: 'side' }],
  ]);
});

test('what a master says of descent is checked like all else', async () => {
  const many = Array.from({ length: 150 }, (_, index) => `s${index}`);
  const stub = await startStub(
    json((path: string) =>
      path.endsWith('/scopes')
        ? ['shop']
        : bundle('shop', { parents: ['shop', '../etc', 5, 'base'], lineage: ['shop', 'shop', ...many] }),
    ),
  );
  const own = await reader([stub.url], {});
  const { parents, lineage } = await asked<{ parents: string[]; lineage: string[] }>(own, 'get_scope', {
    scope_name: 'shop',
  });
  expect(parents).toEqual(['base']);
  expect(lineage.slice(0, 3)).toEqual(['shop', 's0', 's1']);
  expect(lineage.length).toBeLessThanOrEqual(100);
  const odd = await startStub(json(bundle('shop', { parents: 5, lineage: null })));
  expect(
    (await asked<{ unavailable?: unknown[] }>(await reader([odd.url]), 'get_rules', { scope_name: 'shop' }))
      .unavailable,
  ).toBeDefined();
});
