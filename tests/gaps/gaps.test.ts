import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reader, startServer } from '../federation/servers.ts';
import { ask } from '../support/ask.ts';
import { freePort } from '../support/free-port.ts';
import { type TestService, testService } from '../support/service.ts';

type Files = Readonly<Record<string, string>>;

/** A company, a team and a project, all sound: the project is asked for. */
const sound: Files = {
  'company/metadata.yml': 'description: All of us\n',
  'company/commandments.yml': 'top: {ruleset: [Company rule]}\n',
  'company/katas.yml': 'k: {katas: {release: 1. Do it.}}\n',
  'company/tenka.yml':
    'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: g, when: w, then: t}}}}\n',
  'team/metadata.yml': 'parent: company\n',
  'team/suggestions.yml': 'side: {ruleset: [Team advice]}\n',
  'project/metadata.yml': 'parents: [team]\n',
  'project/commandments.yml': 'own: {ruleset: [Project rule]}\n',
};

/** Every way in which the project can lose a rule: what is broken, and what its first line must name. */
const breaks: readonly (readonly [name: string, files: Files, told: RegExp])[] = [
  [
    'a rule that is no text',
    { 'team/suggestions.yml': 'side: {ruleset: [1]}\n' },
    /`team` are missing: team\/suggestions\.yml:1:18 /,
  ],
  [
    'YAML that ends too soon',
    { 'team/suggestions.yml': 'side: {ruleset: [\n' },
    /`team` are missing: team\/suggestions\.yml:/,
  ],
  [
    'another kind of guidance broken',
    { 'team/katas.yml': 'k: {katas: 5}\n' },
    /`team` are missing: team\/katas\.yml:1:12 /,
  ],
  [
    'metadata that cannot be read',
    { 'team/metadata.yml': 'parent: [\n' },
    /`team` and what it inherits are missing: team\/metadata\.yml:/,
  ],
  [
    'a broken grandparent',
    { 'company/commandments.yml': 'top: {ruleset: yes}\n' },
    /`company` are missing: company\/commandments\.yml:1:16 /,
  ],
  [
    'a parent that is not there',
    { 'project/metadata.yml': 'parents: [team, gone]\n' },
    /`gone` are missing: no scope of that name is here or on a master \(named at project\/metadata\.yml:1:17\)\.$/m,
  ],
  [
    'a grandparent that is not there',
    { 'team/metadata.yml': 'parent: gone\n' },
    /`gone` are missing: .*\(named at team\/metadata\.yml:1:9\)/,
  ],
  [
    'a rule whose template fails',
    { 'project/commandments.yml': 'own: {ruleset: ["{{ nobody }}"]}\n' },
    /1 text could not be rendered: see Template Failures below\.$/m,
  ],
];

const operations = [
  'get_rules',
  'get_category_index',
  'get_kata_category_index',
  'get_katas',
  'get_kata',
  'get_user_stories',
  'get_acceptance_criteria',
  'get_validation_status',
] as const;

function markdownOf({ service }: TestService, operation: string): Promise<string> {
  const input = { scope_name: 'project', ...(operation === 'get_kata' && { kata_name: 'release' }) };
  return ask(service, operation, input, 'markdown');
}

describe('an answer that lacks something begins with a line that says so', () => {
  test('and one that lacks nothing does not', async () => {
    const opened = await testService(sound);
    for (const operation of operations)
      expect(await markdownOf(opened, operation)).not.toContain('Incomplete');
  });

  test.each(breaks)('%s', async (_, files, told) => {
    const opened = await testService({ ...sound, ...files });
    const [first] = (await markdownOf(opened, 'get_rules')).split('\n');
    expect(first).toMatch(/^> \*\*Incomplete:\*\* /);
    expect(first).toMatch(told);
    if (first?.includes('rendered')) return;
    // A scope whose company is lost has no katas left to ask for.
    const losesCompany = /inherits|`company`|`gone`.*team/.test(first ?? '');
    for (const operation of operations) {
      if (operation === 'get_kata' && losesCompany) continue;
      expect(await markdownOf(opened, operation), operation).toMatch(told);
    }
    const { warnings } = JSON.parse(await ask(opened.service, 'get_rules', { scope_name: 'project' }));
    expect([`> **Incomplete:** ${warnings[0]}`]).toEqual([first]);
  });

  test.each([
    ['a folder in the place of a file', async (path: string) => void (await mkdir(path))],
    ['a link that leads nowhere', (path: string) => symlink(join(path, 'nowhere'), path)],
  ])('%s', async (_, place) => {
    const { 'team/suggestions.yml': __, ...files } = sound;
    const opened = await testService(files);
    await place(join(opened.rulesPath, 'team/suggestions.yml'));
    expect(await markdownOf(opened, 'get_rules')).toMatch(
      /^> \*\*Incomplete:\*\* the rules of `team` are missing: team\/suggestions\.yml:1:1 /,
    );
  });

  test('a circle of parents is a fault', async () => {
    const opened = await testService({ ...sound, 'company/metadata.yml': 'parent: team\n' });
    await expect(markdownOf(opened, 'get_rules')).rejects.toMatchObject({ code: 'inheritance-cycle' });
  });

  test('more than five lines: the fifth counts the others', async () => {
    const parents = Array.from({ length: 9 }, (_, index) => `gone-${index}`);
    const opened = await testService({
      ...sound,
      'project/metadata.yml': `parents: [${parents.join(', ')}]\n`,
    });
    const block = (await markdownOf(opened, 'get_rules')).split('\n\n')[0]?.split('\n');
    expect(block).toHaveLength(5);
    expect(block?.at(-1)).toBe('> **Incomplete:** and 5 more: precept lint names them.');
  });
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
});
