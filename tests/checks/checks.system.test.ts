import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { startServer } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { checksCheckout, statesOf } from './checkout.ts';

const alone = { PATH: '/usr/bin:/bin' };
const kinds = [
  { pattern: 'offset=', paths: ['src/**'] },
  { require: 'Copyright', paths: ['src/**'] },
  { command: 'npm run lint', paths: ['src/**'] },
  { review: 'Is it plain?' },
  { test: 'orders *' },
  [{ review: true }, { pattern: 'x', paths: ['src/**'] }],
];

describe('what is printed', () => {
  test('counts come first, then what is stale with its place and its cure', async () => {
    const here = await checksCheckout([{ stylelint: 'block-no-empty', paths: ['src/**'] }, ...kinds], {
      '.stylelintrc.json': '{"rules": {"block-no-empty": null}}',
      'src/a.css': 'a { }\n',
    });
    const { code, stdout } = await here.run(['checks', 'shop'], alone);
    expect([code, stdout]).toEqual([
      1,
      `8 rules of shop: 3 enforced, 1 stale, 1 unverified, 2 review, 1 unmarked

Stale:
  .precept/rules/shop/commandments.yml:1  rule-0  Rule 0
    stylelint block-no-empty: "block-no-empty" is off, or unknown, for src/a.css, by .stylelintrc.json
      Turn "block-no-empty" on in .stylelintrc.json, or remove the check

Unverified:
  .precept/rules/shop/commandments.yml:1  rule-5  Rule 5
    test orders *: no result of this test is imported
      Import a report of the test with "precept tenka import"
`,
    ]);
    const markdown = (await here.run(['checks', 'shop', '--format', 'markdown'], alone)).stdout;
    expect(markdown).toContain(
      '# Checks of shop\n\n8 rules of shop: 3 enforced, 1 stale, 1 unverified, 2 review, 1 unmarked\n\n## Stale\n\n- `.precept/rules/shop/commandments.yml:1` `rule-0` Rule 0\n  - `stylelint block-no-empty`: ',
    );
    const json = JSON.parse((await here.run(['checks', 'shop', '--format', 'json'], alone)).stdout);
    expect(Object.keys(json)).toEqual(['scope_name', 'counts', 'rules']);
    expect(json.rules[0]).toEqual({
      id: 'rule-0',
      kind: 'commandments',
      category: 'api',
      text: 'Rule 0',
      state: 'stale',
      file: '.precept/rules/shop/commandments.yml',
      line: 1,
      checks: [
        {
          stylelint: 'block-no-empty',
          paths: ['src/**'],
          state: 'stale',
          why: expect.any(String),
          cure: expect.any(String),
        },
      ],
    });
    expect(json.rules.at(-1)).toMatchObject({ text: 'Bare', state: 'unmarked', checks: [] });
  });

  test('--unmarked lists the rules without any check, and without a stale one the exit code is 0', async () => {
    const here = await checksCheckout(kinds, {});
    const { code, stdout } = await here.run(['checks', 'shop', '--unmarked']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/1 unmarked\n\nWithout any check:\n {2}\S+:1 {2}[0-9a-f]{10} {2}Bare\n$/);
    const json = JSON.parse((await here.run(['checks', 'shop', '--unmarked', '--format', 'json'])).stdout);
    expect(json.rules.map(({ text }: { text: string }) => text)).toEqual(['Bare']);
  });

  test('a parent that cannot be read is told, since its rules are not counted', async () => {
    const metadata = 'parents: [acme]\n';
    const here = await checksCheckout([{ review: true }], {
      '.precept/rules/shop/metadata.yml': metadata,
      '.precept/rules/acme/commandments.yml': 'a: [',
    });
    const { stderr } = await here.run(['checks', 'shop'], alone);
    expect(stderr).toMatch(
      /^precept: the rules of shop are incomplete: the rules of `acme` are missing: .*[^.]$/m,
    );
  });

  test('the scope may be the default one, and an unknown one is a fault', async () => {
    const here = await checksCheckout(kinds, { '.precept/settings.yml': 'default_scope: shop\n' });
    const { code, stdout, stderr } = await here.run(['checks']);
    expect([code, stderr]).toEqual([
      0,
      'precept: no scope is given, so this is about the default_scope "shop"\n',
    ]);
    expect(stdout).toContain('7 rules of shop');
    expect(await here.run(['checks', 'shp'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"shp"'),
    });
    const bare = await checksCheckout(kinds, {});
    expect((await bare.run(['checks'])).code).toBe(2);
  });
});

test('a test enforces once its result is imported', async () => {
  const line = (check: string, passed: boolean, state?: string) =>
    JSON.stringify({
      scope: 'shop',
      ac: 'AC1.1',
      check,
      passed,
      source: 'report.xml',
      timestamp: new Date().toISOString(),
      ...(state && { state }),
    });
  const { found } = await statesOf(
    [
      [{ test: 'orders page' }, 'enforced'],
      [{ test: 'orders *' }, 'enforced'],
      [{ test: 'carts *' }, 'unverified'],
    ],
    { '.precept/validation.jsonl': `${line('orders page', true)}\n` },
  );
  expect(found.map(([, state]) => state)).toEqual(['enforced', 'enforced', 'unverified']);
});

test('doctor says how the checks of the default scope are, and names what is stale', async () => {
  const here = await checksCheckout([{ stylelint: 'block-no-empty' }, kinds[0], { review: true }], {
    '.precept/settings.yml': 'default_scope: shop\n',
    '.stylelintrc.json': '{"rules": {"block-no-empty": null}}',
    'src/a.css': 'a { }\n',
  });
  const lines = async () => {
    const { stdout } = await here.run(['doctor', '--format', 'json'], alone);
    const { findings } = JSON.parse(stdout) as { findings: { level: string; message: string }[] };
    return findings.filter(({ message }) => message.startsWith('checks of'));
  };
  expect(await lines()).toEqual([
    {
      level: 'warn',
      area: 'rules',
      message: 'checks of the rules of shop: 1 enforced, 1 stale, 1 review; nothing enforces rule-0',
      cure: '"precept checks shop" tells each place and cure.',
    },
  ]);
  await here.write({ '.stylelintrc.json': '{"rules": {"block-no-empty": true}}' });
  expect(await lines()).toMatchObject([
    { level: 'ok', message: 'checks of the rules of shop: 2 enforced, 1 review' },
  ]);
});

describe('trust', () => {
  const marking = `
    import { appendFileSync } from 'node:fs';
    appendFileSync('marks', 'ran');
    export default [{ rules: { eqeqeq: 'error' } }];`;
  const files = { 'package.json': '{"type": "module"}', 'eslint.config.js': marking, 'a.js': 'a;\n' };
  const marks = (folder: string) => readFile(path.join(folder, 'marks'), 'utf8').catch(() => '');

  test('checks that came after the consent to the settings were never allowed', async () => {
    const here = await checksCheckout([], files, true);
    expect((await here.run(['init', '--client', 'claude', '--write'])).code).toBe(0);
    await here.write({
      '.precept/rules/shop/suggestions.yml': 'more:\n  ruleset: [{rule: More, check: {command: sh a.sh}}]\n',
    });
    const { code, stdout } = await here.run(['trust', '--show']);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Not trusted: what its checks run was never allowed here. '),
    ]);
  });

  test('no tool of a checkout runs before it is trusted, without a settings file too', async () => {
    const here = await checksCheckout(
      [{ eslint: 'eqeqeq' }, { command: 'sh check.sh {files}' }],
      {
        ...files,
        'check.sh': 'exit 0\n',
      },
      true,
    );
    const before = await here.run(['checks', 'shop']);
    expect(before.stdout).toContain('1 enforced, 0 stale, 1 unverified');
    expect(before.stderr.match(/"precept trust"/g)).toHaveLength(1);
    const shown = await here.run(['trust', '--show']);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('Not trusted: never trusted here. ');
    expect(shown.stdout).toContain('command: sh check.sh {files}\n  linter: eslint, with its configuration');
    expect(await marks(here.folder)).toBe('');

    expect((await here.run(['trust'])).code).toBe(0);
    expect((await here.run(['trust', '--show'])).code).toBe(0);
    expect(await marks(here.folder)).toBe('');
    const after = await here.run(['checks', 'shop']);
    expect([after.stdout, after.stderr]).toEqual([expect.stringContaining('2 enforced, 0 stale'), '']);
    expect(await marks(here.folder)).toBe('ran');

    // The file that a command names is bound, and so is each command.
    await here.write({ 'check.sh': 'exit 1\n' });
    expect((await here.run(['trust', '--show'])).stdout).toMatch(
      /Not trusted: changed since you allowed it: .*checks/,
    );
    expect((await here.run(['checks', 'shop'])).stderr).toContain('did not run');
    expect((await here.run(['doctor'])).stdout).toContain(
      'is no longer trusted with checks, for what they run has changed',
    );
    await here.run(['trust']);
    await here.write({
      '.precept/rules/shop/suggestions.yml':
        'more:\n  ruleset: [{rule: More, check: {command: sh other.sh}}]\n',
    });
    expect((await here.run(['checks', 'shop'])).stderr).toContain('did not run');
    expect(await marks(here.folder)).toBe('ran');
    expect((await here.run(['trust', '--revoke'])).stdout).toContain('No longer trusted');
    expect((await here.run(['trust', '--revoke'])).stdout).toContain('It was not trusted');
  });

  test('it binds checks beside the settings, and the environment has the last word', async () => {
    const here = await checksCheckout(
      [{ eslint: 'eqeqeq' }],
      {
        ...files,
        '.precept/settings.yml': 'default_scope: shop\nfeedback_file: /tmp/elsewhere.jsonl\n',
      },
      true,
    );
    const given = await here.run(['trust', '--format', 'json']);
    expect(JSON.parse(given.stdout)).toMatchObject({
      state: 'trusted',
      asks_for: { feedback_file: '/tmp/elsewhere.jsonl' },
      checks: { commands: [], tools: ['eslint'] },
    });
    expect((await here.run(['checks'])).stdout).toContain('1 enforced');
    expect((await here.run(['checks'], { PRECEPT_TRUST: '0' })).stdout).toContain('1 unverified');
    await here.run(['trust', '--revoke']);
    expect((await here.run(['checks'], { PRECEPT_TRUST: '1' })).stdout).toContain('1 enforced');
  });

  test('a command of a master never runs; its links count in the checkout', async () => {
    const master = await startServer({
      'acme/commandments.yml':
        'api:\n  ruleset:\n    - {rule: Own, check: {command: rm -rf x}}\n    - {rule: Linked, check: {stylelint: block-no-empty}}\n',
    });
    const here = await checksCheckout([], {
      '.stylelintrc.json': '{"rules": {"block-no-empty": true}}',
      'a.css': 'a { }\n',
    });
    const env = { ...alone, PRECEPT_MASTER_SERVER_URL: master.url };
    const { stdout } = await here.run(['checks', 'acme', '--format', 'json'], env);
    const { rules } = JSON.parse(stdout);
    expect(rules.map(({ state }: { state: string }) => state)).toEqual(['unverified', 'enforced']);
    expect(rules[0].checks[0].why).toContain('master');
    expect((await here.run(['trust', '--show'], env)).stdout).not.toContain('rm -rf');
  });

  test('whose command it is, its check says, and not whoever wrote the same text first', async () => {
    const rules = (text: string, command?: string) =>
      JSON.stringify({
        api: { ruleset: [command === undefined ? text : { rule: text, check: { command } }] },
      });
    const master = await startServer({
      'base/commandments.yml': rules('Theirs'),
      'team/commandments.yml': rules('Ours', 'touch ran'),
      'team/metadata.yml': 'parent: base\n',
    });
    const here = await checksCheckout([], {
      '.precept/rules/root/commandments.yml': rules('Ours'),
      '.precept/rules/base/metadata.yml': 'parent: root\n',
      '.precept/rules/mine/commandments.yml': rules('Theirs', 'touch mine'),
      '.precept/rules/mine/metadata.yml': 'parent: team\n',
      'a.txt': 'a\n',
    });
    const env = { ...alone, PRECEPT_MASTER_SERVER_URL: master.url, PRECEPT_TRUST: '1' };
    const { stdout } = await here.run(['checks', 'mine', '--format', 'json'], env);
    const states = JSON.parse(stdout).rules.map(({ text, state }: { text: string; state: string }) => [
      text,
      state,
    ]);
    expect(Object.fromEntries(states)).toEqual({ Ours: 'unverified', Theirs: 'enforced' });
  });
});

describe('what may go wrong', () => {
  const trusted = { PRECEPT_TRUST: '1' };

  test('configuration that is broken, absent or no file is said, and nothing is called stale', async () => {
    const checks = [{ eslint: 'eqeqeq' }, { biome: 'useConst' }, { oxlint: 'eqeqeq' }, { stylelint: 'x' }];
    const broken = await checksCheckout(
      checks,
      {
        'eslint.config.js': 'throw new Error("no such luck");',
        'biome.json': '{',
        '.oxlintrc.json': '{"rules": {"no-such-rule": "error"}}',
        'stylelint.config.js': 'process.exit(0);',
        'a.js': 'a;\n',
        'a.css': 'a { }\n',
      },
      true,
    );
    const { code, stdout } = await broken.run(['checks', 'shop', '--format', 'json'], trusted);
    const { rules } = JSON.parse(stdout);
    expect([code, rules.map(({ state }: { state: string }) => state)]).toEqual([
      0,
      ['unverified', 'unverified', 'unverified', 'unverified', 'unmarked'],
    ]);
    expect(rules[0].checks[0].why).toContain('no such luck');
    const absent = await checksCheckout(checks, { 'a.js': 'a;\n' });
    const told = await absent.run(['checks', 'shop'], alone);
    expect(told.stdout).toContain('4 unverified');
    await mkdir(path.join(absent.folder, '.stylelintrc.json'));
    await symlink('/dev/zero', path.join(absent.folder, '.oxlintrc.json'));
    expect((await absent.run(['checks', 'shop'], alone)).stdout).toContain('4 unverified');
  });

  test('a tool that floods, or writes for a terminal, is bounded and shown', async () => {
    const bin = await tempFolder({
      ruff: '#!/bin/sh\nyes\n',
      vale: '#!/bin/sh\nprintf "\\033[31merror: \\033]0;x\\007 bad\\n" >&2\nexit 2\n',
    });
    for (const name of ['ruff', 'vale']) await chmod(path.join(bin, name), 0o755);
    const here = await checksCheckout([{ ruff: 'F401' }, { vale: 'A.B' }], {
      'a.py': 'a\n',
      '.vale.ini': '[*]\n',
      'a.md': 'a\n',
    });
    const { stdout } = await here.run(['checks', 'shop'], { ...trusted, PATH: `${bin}:/usr/bin:/bin` });
    expect(stdout).toContain('2 unverified');
    expect(stdout).toContain('prints too much');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal acts on.
    expect(stdout).not.toMatch(/[\x00-\x08\x1b\x07]/);
  });

  test('a tool that hangs is ended after --timeout, and what it would have said is not known', async () => {
    const bin = await tempFolder({ ruff: '#!/bin/sh\nexec sleep 600\n' });
    await chmod(path.join(bin, 'ruff'), 0o755);
    const here = await checksCheckout([{ ruff: 'F401' }], { 'a.py': 'a\n' });
    const env = { ...trusted, PATH: `${bin}:/usr/bin:/bin` };
    const { code, stdout } = await here.run(['checks', 'shop', '--timeout', '1'], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 unverified')]);
    expect(stdout).toContain('it takes too long');
    expect(await here.run(['checks', 'shop', '--timeout', '0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('from 1 to 3,600'),
    });
  });

  test('files that a tool was not asked about are told, and what is off for the others is not stale', async () => {
    const files = Array.from({ length: 2003 }, (_, index) => [`src/f${index}.css`, '']);
    const here = await checksCheckout(
      [{ stylelint: 'one' }, { stylelint: 'two', paths: ['src/**'] }, { stylelint: 'three' }],
      {
        '.stylelintrc.json': '{"rules": {"one": null, "two": true, "three": true}}',
        ...Object.fromEntries(files),
      },
    );
    const { code, stdout, stderr } = await here.run(['checks', 'shop', '--format', 'json'], alone);
    const { rules } = JSON.parse(stdout);
    expect([code, rules.map(({ checks }: { checks: object[] }) => checks[0])]).toMatchObject([
      0,
      [
        { state: 'unverified', why: expect.stringContaining('3 more were not looked at') },
        { state: 'enforced', why: 'it is on for 2000 files, and 3 more were not looked at' },
        { state: 'enforced' },
        undefined,
      ],
    ]);
    expect(stderr).toContain(
      'precept: stylelint is for 2003 files of this checkout, and was asked about 2000 of them',
    );
  });

  test('a program of the working folder is not taken by an entry of PATH that is relative', async () => {
    const here = await checksCheckout([{ ruff: 'F401' }], { ruff: '#!/bin/sh\ntouch ran\n', 'a.py': 'a\n' });
    await chmod(path.join(here.folder, 'ruff'), 0o755);
    const { stdout } = await here.run(['checks', 'shop'], { ...trusted, PATH: '.::/usr/bin:/bin' });
    expect(stdout).toContain('ruff is not installed');
    await expect(readFile(path.join(here.folder, 'ran'))).rejects.toThrow('ENOENT');
  });

  test('several at the same time say the same', async () => {
    const here = await checksCheckout([{ stylelint: 'block-no-empty' }], {
      '.stylelintrc.json': '{"rules": {"block-no-empty": true}}',
      'a.css': 'a { }\n',
    });
    const all = await Promise.all([1, 2, 3, 4].map(() => here.run(['checks', 'shop'], alone)));
    expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
  });

  test('five hundred linked rules over a thousand files are judged within a second', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `rule-${index}`);
    const files = Array.from({ length: 1000 }, (_, index) => [
      `src/part${index % 50}/f${index}.css`,
      'a { }\n',
    ]);
    const here = await checksCheckout(
      names.map((name, index) => ({
        stylelint: name,
        ...(index % 2 === 0 && { paths: [`src/part${index % 50}/**`, `src/**/f${index}.css`] }),
      })),
      {
        '.stylelintrc.json': JSON.stringify({
          rules: Object.fromEntries(names.map((name) => [name, true])),
          ignoreFiles: ['dist/**'],
          overrides: [{ files: ['src/part1/**'], rules: { 'rule-2': null } }],
        }),
        ...Object.fromEntries(files),
      },
    );
    await here.run(['checks', 'shop'], alone);
    const clock = startProcessorClock();
    const { stdout } = await here.run(['checks', 'shop'], alone);
    clock.expectInTime(1000);
    expect(stdout).toContain('501 rules of shop: 500 enforced, 0 stale');
  });

  test('files that git ignores do not count', async () => {
    const here = await checksCheckout([{ stylelint: 'block-no-empty', paths: ['**/*.css'] }], {
      '.stylelintrc.json': '{"rules": {"block-no-empty": true}, "ignoreFiles": ["dist/**"]}',
      'a.css': 'a { }\n',
      'dist/b.css': 'a { }\n',
    });
    expect((await here.run(['checks', 'shop'], alone)).stdout).toContain('1 stale');
    const { git } = await import('../support/git.ts');
    await git(here.folder, 'init');
    await writeFile(path.join(here.folder, '.gitignore'), 'dist\n');
    expect((await here.run(['checks', 'shop'], alone)).stdout).toContain('1 enforced');
  });
});

test('the example organisation has checks of every sort, and none is stale', async () => {
  const cwd = path.resolve(import.meta.dirname, '../../examples/acme');
  const run = (scope: string) =>
    precept(['checks', scope, '--config', 'settings.yml', '--format', 'json'], {
      cwd,
      env: { PATH: process.env.PATH ?? '', PRECEPT_TRUST: '1' },
    });
  const all = await Promise.all(['checkout', 'team-storefront'].map(run));
  const states = new Map<string, string>();
  for (const { stdout } of all)
    for (const { checks } of JSON.parse(stdout).rules)
      for (const check of checks) states.set(Object.keys(check)[0] ?? '', check.state);
  expect(Object.fromEntries(states)).toEqual({
    pattern: 'enforced',
    require: 'enforced',
    command: 'enforced',
    eslint: 'enforced',
    oxlint: 'enforced',
    test: 'unverified',
    review: 'review',
  });
  expect(all.map(({ code }) => code)).toEqual([0, 0]);
});
