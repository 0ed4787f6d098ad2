import { describe, expect, test } from 'vitest';
import { bundle, json, reader, startServer, startStub } from '../federation/servers.ts';
import { httpClient } from '../http/client.ts';
import { ask } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { type TestService, testService } from '../support/service.ts';
import { sound } from './breaks.ts';

type Files = Readonly<Record<string, string>>;

test('more than five lines: the fifth counts the others; JSON has them all', async () => {
  const parents = Array.from({ length: 9 }, (_, index) => `gone-${index}`);
  const { service } = await testService({
    ...sound,
    'project/metadata.yml': `parents: [${parents.join(', ')}]\n`,
  });
  const input = { scope_name: 'project' };
  const block = (await ask(service, 'get_rules', input, 'markdown')).split('\n\n')[0]?.split('\n');
  expect(block).toHaveLength(5);
  expect(block?.at(-1)).toBe('> **Incomplete:** and 5 more: precept lint names them.');
  const { warnings } = JSON.parse(await ask(service, 'get_rules', input));
  expect(warnings).toHaveLength(9);
  expect(block?.slice(0, 4)).toEqual(warnings.slice(0, 4).map((text: string) => `> **Incomplete:** ${text}`));
});

test('every page of the scope in the explorer shows the gaps', async () => {
  const client = await httpClient({ ...sound, 'team/suggestions.yml': 'side: {ruleset: [1]}\n' });
  for (const path of ['', '/katas', '/katas/k/release', '/tenka']) {
    const page = await (await client.get(`/scopes/project${path}`, { accept: 'text/html' })).text();
    expect(page, path).toContain('the rules of `team` are missing: team/suggestions.yml:1:18 ');
  }
});

test('what is not found may be in what is missing', async () => {
  const { service } = await testService({ ...sound, 'company/tenka.yml': 'tenka: 5\n' });
  const missing = / This scope is incomplete: the rules of `company` are missing: company\/tenka\.yml:1:8 /;
  const faults = [
    ask(service, 'get_kata', { scope_name: 'project', kata_name: 'release' }),
    ask(service, 'get_acceptance_criteria', { scope_name: 'project', stories: 'US1' }),
    ask(service, 'get_validation_status', { scope_name: 'project', acs: 'AC1.1' }),
  ];
  await Promise.all(faults.map((fault) => expect(fault).rejects.toThrow(missing)));
});

describe('ancestors that a master does not have', () => {
  const company: Files = { 'company/commandments.yml': 'top: {ruleset: [Company rule]}\n' };
  const department: Files = {
    'department/metadata.yml': 'parent: company\n',
    'department/commandments.yml': 'top: {ruleset: [Department rule]}\n',
  };
  const project: Files = { 'project/metadata.yml': 'parent: department\n' };
  const rulesOf = async ({ service }: TestService) => {
    const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 'project' }));
    return { rules: answer.commandments.top?.rules, warnings: answer.warnings };
  };

  test('are named in its bundle, and found on another master', async () => {
    const [one, two] = await Promise.all([startServer(department), startServer(company)]);
    const bundle = JSON.parse(await ask(one.service, 'get_bundle', { scope_name: 'department' }));
    expect(bundle.absent_parents).toEqual(['company']);
    const opened = await reader([one.url, two.url], project);
    expect(await rulesOf(opened)).toEqual({
      rules: ['Company rule', 'Department rule'],
      warnings: undefined,
    });
  });

  test('or in the local folder, where they lie over everything of masters', async () => {
    const one = await startServer(department);
    const opened = await reader([one.url], { ...project, ...company });
    expect((await rulesOf(opened)).rules).toEqual(['Department rule', 'Company rule']);
  });

  test('and are a gap where nobody has them, with who named them and which master is away', async () => {
    const one = await startServer(department);
    const away = `http://127.0.0.1:${await freePort()}`;
    const opened = await reader([one.url, away], project);
    const { warnings } = await rulesOf(opened);
    expect(warnings).toEqual([
      `the rules of \`company\` are missing: no scope of that name is here or on a master (named by ${one.url}); ${away} is unavailable.`,
    ]);
  });

  test('a chained server passes on what is still absent, and what is broken on its master', async () => {
    const top = await startServer({
      ...department,
      'department/metadata.yml': 'parents: [company, bad]\n',
      'bad/commandments.yml': 'a: 5\n',
      'bad/suggestions.yml': 'a: {ruleset: 5}\n',
    });
    const middle = await startServer({}, { master_server_url: [top.url] });
    const bundle = JSON.parse(await ask(middle.service, 'get_bundle', { scope_name: 'department' }));
    expect(bundle.absent_parents).toEqual(['company']);
    expect(bundle.warnings).toEqual([
      expect.stringMatching(/^the rules of `bad` are missing: bad\/suggestions\.yml:1:14 .* \(told by http/),
    ]);
    const opened = await reader([middle.url], project);
    expect((await rulesOf(opened)).warnings).toHaveLength(2);
  });

  test('a circle over servers is a fault of their own scopes; local ones pass over it, and over more generations than are allowed', async () => {
    const [one, two] = await Promise.all([
      startServer({
        'department/metadata.yml': 'parent: company\n',
        'department/commandments.yml': 'top: {ruleset: [Department rule]}\n',
      }),
      startServer({
        'company/metadata.yml': 'parent: department\n',
        'company/commandments.yml': 'top: {ruleset: [Company rule]}\n',
      }),
    ]);
    const round = await reader([one.url, two.url], project);
    await expect(ask(round.service, 'get_rules', { scope_name: 'department' })).rejects.toMatchObject({
      code: 'inheritance-cycle',
      message: expect.stringMatching(/department -> company -> department/),
    });
    expect(await rulesOf(round)).toEqual({
      rules: ['Company rule', 'Department rule'],
      warnings: [
        `the rules of \`department\` are missing from \`company\`: ${two.url} names it as a parent, and the parents would go round in a circle.`,
      ],
    });
    const deep = await Promise.all(
      [1, 2, 3].map((at) => startServer({ [`g${at}/metadata.yml`]: `parent: g${at + 1}\n` })),
    );
    const urls = deep.map(({ url }) => url);
    const opened = await reader(
      urls,
      { 'project/metadata.yml': 'parent: g1\n' },
      { max_inheritance_depth: 2 },
    );
    expect((await rulesOf(opened)).warnings).toEqual([
      `the rules of \`g3\` are missing from \`g2\`: ${urls[1]} names it as a parent, and there would be more than 2 generations of parents.`,
    ]);
  });

  test('a hostile master that names any number of them costs a hundred questions', async () => {
    const absent = ['department', ...Array.from({ length: 500 }, (_, at) => `x${at}`)];
    const hostile = await startStub(
      json((path: string) =>
        path.includes('/department/') ? bundle('department', { absent_parents: absent }) : undefined,
      ),
    );
    const other = await startServer(company);
    const opened = await reader([hostile.url, other.url], project);
    const { warnings } = await rulesOf(opened);
    expect(warnings).toHaveLength(99);
    // It does not name itself.
    expect(warnings.join()).not.toContain('`department`');
    expect(new Set(other.seen.map(({ path }) => path)).size).toBeLessThanOrEqual(102);
  });
});
