import { describe, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { commandments, type ReviewCheckout, reviewCheckout } from './review.ts';

const rules = '.precept/rules/shop';
const settings = '.precept/settings.yml';

/** Ways in which a change breaks guidance: what it writes, and what is to be told, with place. */
const ways: readonly [way: string, files: Readonly<Record<string, string>>, told: readonly string[]][] = [
  [
    'YAML that cannot be read',
    { [`${rules}/commandments.yml`]: 'a: [\n' },
    [`${rules}/commandments.yml:1:4: flow`],
  ],
  [
    'rules that are no text',
    { [`${rules}/commandments.yml`]: `${commandments}other:\n  ruleset:\n    - a: b\n    - Fine\n    - 7\n` },
    [
      `${rules}/commandments.yml:19:7: rule 1 of category \`other\` is a mapping, not text. Put it in quotes`,
      `${rules}/commandments.yml:21:7: rule 3 of category`,
    ],
  ],
  [
    'a parent that is nowhere',
    { [`${rules}/metadata.yml`]: 'parent: shp\n' },
    [`${rules}/metadata.yml:1:9: the parent \`shp\``],
  ],
  [
    'a circle',
    { [`${rules}/metadata.yml`]: 'parent: shop\n' },
    [`${rules}/metadata.yml:1:9: The parents of scope`],
  ],
  [
    'a waiver',
    { [`${rules}/waivers.yml`]: 'waivers: [{rule: undo, reason: x, until: soon}]\n' },
    [`${rules}/waivers.yml:1:42: \`until\``],
  ],
  [
    'a setting',
    { [settings]: 'default_scope: shop\nhttp_port: many\n' },
    [`${settings}:2:12: setting http_port: "many" is not allowed. It takes a whole number`],
  ],
  ['settings that cannot be read', { [settings]: 'default_scope: [\n' }, [`${settings}:1:16: Flow sequence`]],
  ['a folder of rules', { [settings]: 'rules_path: nowhere\n' }, [`${settings}:1:13: setting rules_path: `]],
  [
    'another scope than the one that judges',
    { '.precept/rules/other/suggestions.yml': 'a: {ruleset: {b: c}}\n' },
    ['.precept/rules/other/suggestions.yml:1:14: '],
  ],
];

/** The lines below the heading. */
function told(text: string): readonly string[] {
  const [, below = ''] = text.split('\nThis change breaks guidance:\n');
  return (
    below
      .split('\n\n', 1)[0]
      ?.split('\n')
      .map((line) => line.trim()) ?? []
  );
}

const staged = async (here: ReviewCheckout, files: Readonly<Record<string, string>>) => {
  await here.write(files);
  await here.git('add', '--all');
};

describe('a change that breaks guidance fails, and each mistake is named with its place', () => {
  test.each(ways)('%s', async (_, files, expected) => {
    const here = await reviewCheckout();
    await staged(here, { ...files, 'src/api/orders.ts': 'export const orders = 2;\n' });
    const { code, stdout, stderr } = await here.run(['--staged', '--run']);
    expect(told(stdout)).toEqual(expected.map((one) => expect.stringContaining(one)));
    expect([code, stderr]).toEqual([1, '']);
    // The rules are those of the base, and complete.
    expect(stdout).toMatch(/^Policy: \d+ rules of 1 scope, digest \w+, complete\n/);
    expect(stdout).toContain('[cursor-paging]');
    // Without checks it is a list of rules, and nothing fails.
    const listed = await here.run(['--staged']);
    expect([listed.code, told(listed.stdout)]).toEqual([0, told(stdout)]);
    // As the built program says it.
    const built = await runProgram(['review', '--staged', '--run'], {
      cwd: here.folder,
      env: { HOME: here.home },
    });
    expect([built.code, built.stdout]).toEqual([1, stdout]);
  });

  test('in every format', async () => {
    const here = await reviewCheckout();
    await staged(here, { [`${rules}/commandments.yml`]: 'a: [\n' });
    const printed = async (format: string) => {
      const { code, stdout } = await here.run(['--staged', '--run', '--format', format]);
      expect(code).toBe(1);
      return stdout;
    };
    const file = `${rules}/commandments.yml`;
    const message = expect.stringContaining('flow sequence');
    const { guidance_edits } = JSON.parse(await printed('json'));
    expect(guidance_edits.broken).toEqual([{ file, line: 1, column: 4, message }]);
    expect(await printed('markdown')).toContain(
      `**This change breaks guidance:**\n\n\`\`\`\n${file}:1:4: flow`,
    );
    expect(await printed('github')).toContain(
      `::error file=${file},line=1,col=4,title=precept::This change breaks guidance: flow`,
    );
    const [run] = JSON.parse(await printed('sarif')).runs;
    expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe('broken-guidance');
    expect(run.results[0]).toMatchObject({
      level: 'error',
      ruleId: 'broken-guidance',
      message: { text: message },
    });
    const [issue] = JSON.parse(await printed('gitlab'));
    expect(issue).toMatchObject({ description: message, location: { path: file, lines: { begin: 1 } } });
    const [diagnostic] = JSON.parse(await printed('rdjson')).diagnostics;
    expect(diagnostic).toMatchObject({ message, severity: 'ERROR', location: { path: file } });
  });
});

describe('nothing is broken', () => {
  const fine = async (here: ReviewCheckout) => {
    const { code, stdout } = await here.run(['--staged', '--run']);
    expect(stdout).not.toContain('breaks guidance');
    expect(code).toBe(0);
  };

  test('by what was broken before', async () => {
    const here = await reviewCheckout({
      '.precept/rules/other/commandments.yml': 'a: {ruleset: [1]}\n',
      '.precept/rules/other/metadata.yml': 'parent: nowhere\n',
      [settings]: 'default_scope: shop\nexports: [{scope: shop, to: agents}]\n',
    });
    await staged(here, { '.precept/rules/other/suggestions.yml': 'b: {ruleset: [Fine]}\n' });
    await fine(here);
  });

  test('by a parent that a master may have', async () => {
    const here = await reviewCheckout({
      [settings]: 'default_scope: shop\nmaster_server_url: http://127.0.0.1:9\n',
    });
    await staged(here, { '.precept/rules/other/metadata.yml': 'parent: company\n' });
    expect((await here.run(['--staged'])).stdout).not.toContain('breaks guidance');
  });

  test('by a parent of a master that is dropped, misspelt or under an unknown key, but the parents are told', async () => {
    const place = '.precept/rules/other/metadata.yml';
    const here = await reviewCheckout({
      [settings]: 'default_scope: shop\nmaster_server_url: http://127.0.0.1:9\n',
      [place]: 'parents: [acme]\n',
    });
    const edits = {
      'description: Other\n': ['-'],
      'parents: [acmee]\n': ['-', '+'],
      'parenst: [acme]\n': ['-'],
    };
    for (const [text, signs] of Object.entries(edits)) {
      await staged(here, { [place]: text });
      const options = { cwd: here.folder, env: { HOME: here.home } };
      const { stdout } = await runProgram(['review', '--staged'], options);
      expect(stdout).toContain('parents - "acme" — other');
      expect(stdout.includes('parents + "acmee" — other')).toBe(signs.includes('+'));
      expect((await runProgram(['diff', 'HEAD'], options)).stdout).toContain('parents - "acme" — other');
      const json = JSON.parse((await runProgram(['diff', 'HEAD', '--format', 'json'], options)).stdout);
      expect(json.changes).toContainEqual({
        ...{ element: 'metadata', field: 'parents', op: 'removed' },
        ...{ before: 'acme', after: null, scopes: ['other'] },
      });
    }
  });

  test('by a scope that is removed, or renamed with those below', async () => {
    const here = await reviewCheckout({
      '.precept/rules/base/suggestions.yml': 'b: {ruleset: [Fine]}\n',
      '.precept/rules/leaf/metadata.yml': 'parent: base\n',
    });
    await here.git('mv', '.precept/rules/base', '.precept/rules/basis');
    await staged(here, { '.precept/rules/leaf/metadata.yml': 'parent: basis\n' });
    await fine(here);
    await here.git('checkout', 'HEAD', '--', '.precept/rules/leaf');
    const { code, stdout } = await here.run(['--staged', '--run']);
    expect([code, told(stdout)]).toEqual([
      1,
      ['.precept/rules/leaf/metadata.yml:1:9: the parent `base` does not exist'],
    ]);
  });
});
