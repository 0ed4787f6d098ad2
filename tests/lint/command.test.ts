import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandLineOptions, precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { lint } from './lint.ts';

const root = path.resolve(import.meta.dirname, '../..');
const warned = { 's/commandments.yml': 'a b:\n  when: Now\n  ruleset: [x]\n' };
const failing = { 's/commandments.yml': 'a:\n  when: Now\n  ruleset: [1]\n' };

describe('exit codes', () => {
  test.each([
    ['warnings', warned, [], 0],
    ['errors', failing, [], 1],
    ['as many warnings as are allowed', warned, ['--max-warnings', '1'], 0],
    ['more warnings than are allowed', warned, ['--max-warnings', '0'], 1],
    ['a warning made an error', warned, ['--lint', 'category-name=error'], 1],
    ['an error made an info', failing, ['--lint', 'wrong-type=info'], 0],
    ['an unknown code', warned, ['--lint', 'category-nam=error'], 2],
    ['an unknown severity', warned, ['--lint', 'category-name=fatal'], 2],
    ['an unknown format', warned, ['--format', 'xml'], 2],
    ['a limit that is no number', warned, ['--max-warnings', 'few'], 2],
    ['two paths', warned, ['s'], 2],
  ])('%s', async (_, files, argv, code) => {
    const folder = await tempFolder(files);
    expect((await precept(['lint', '.', ...argv], { cwd: folder })).code).toBe(code);
  });

  test('a path that is no directory', async () => {
    const { code, stderr } = await precept(['lint', 'nowhere']);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"nowhere" is no directory'),
    });
  });

  test('the name of a scope alone leads to its folder', async () => {
    const cwd = await tempFolder({ '.precept/rules/shop/commandments.yml': 'a:\n  ruleset: [x]\n' });
    const { code, stderr } = await precept(['lint', 'shop'], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '"shop" is no directory; the scope of this name is in .precept/rules/shop\n',
      ),
    });
  });

  test('no rules folder at all', async () => {
    expect(await precept(['lint'])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('severities', () => {
  const project = (lintSetting: string) =>
    tempFolder({
      '.precept/settings.yml': `lint: ${lintSetting}\n`,
      '.precept/rules/s/commandments.yml': 'a b:\n  ruleset: [x]\n',
    });
  const found = async (cwd: string, options: CommandLineOptions = {}) => {
    const { stdout } = await precept(['lint', '--format', 'json'], { cwd, ...options });
    return JSON.parse(stdout).map((one: { code: string; severity: string }) => `${one.severity} ${one.code}`);
  };

  test('come from the settings file', async () => {
    expect(await found(await project('{}'))).toEqual(['warning category-name', 'info no-when']);
    expect(await found(await project('{no-when: off, category-name: error}'))).toEqual([
      'error category-name',
    ]);
  });

  test('the environment goes before the file', async () => {
    const cwd = await project('{no-when: off}');
    expect(await found(cwd, { env: { PRECEPT_LINT: 'no-when=error' } })).toEqual([
      'error no-when',
      'warning category-name',
    ]);
  });

  test.each(['{no-when: loud}', '[no-when]', 'true', '{no-when: 1}'])('%s is refused', async (written) => {
    const { code, stdout } = await precept(['lint'], { cwd: await project(written) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/settings\.yml:1:\d+: error: setting lint: .* is not allowed \[setting-value\]/);
    expect(stdout).toContain('It takes a mapping to error, warning, info, off');
  });
});

test('one scope is judged with what it inherits, and alone reported', async () => {
  const folder = await tempFolder({
    'base/commandments.yml': 'a:\n  when: Now\n  ruleset: [Test it, Say so, "Ask {{ nobody }}"]\n',
    'child/metadata.yml': 'parent: base\n',
    // Who adds a reason to what is inherited does not repeat it.
    'child/commandments.yml': 'a:\n  ruleset: [Test it, {rule: Say so, why: It helps}]\n',
  });
  const outcome = await precept(['lint', 'child', '--format', 'json'], { cwd: folder });
  expect(outcome.code).toBe(0);
  const [problem, ...others] = JSON.parse(outcome.stdout);
  expect(problem).toMatchObject({ code: 'redundant-rule', file: 'child/commandments.yml' });
  expect(others).toEqual([]);
});

test('masters may have what is not here', async () => {
  const folder = await tempFolder({
    's/metadata.yml': 'parent: far\n',
    's/suggestions.yml': '+a:\n  ruleset: [x]\n',
  });
  const severities = async (argv: readonly string[]) =>
    (await lint(folder, argv)).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(await severities([])).toEqual(['error unknown-parent']);
  expect(await severities(['--master-server-url', 'http://127.0.0.1:9'])).toEqual(['info unknown-parent']);
});

test('an unknown parent in a checkout whose sources are not trusted is told of with the way to trust them', async () => {
  const folder = await tempFolder({
    '.git/HEAD': '',
    '.precept/settings.yml': 'sources: [{git: ../rules}]\n',
    '.precept/rules/s/metadata.yml': 'parent: far\n',
  });
  const hint = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await precept(['lint', '--format', 'json'], { cwd: folder, env });
    return JSON.parse(stdout)[0].hint;
  };
  expect(await hint({})).toContain('run "precept trust", in CI set PRECEPT_TRUST=1');
  expect(await hint({ PRECEPT_TRUST: '1' })).toContain('a source may have it');
});

describe('the examples are clean', () => {
  test.each([
    ['acme', ['-c', 'examples/acme/settings.yml']],
    ['meridian', ['-c', 'examples/meridian/settings.yml']],
    ['precept', ['.precept/rules/precept']],
    ['organisation', ['examples/federation/organisation/rules']],
    ['region', ['examples/federation/region/rules']],
    ['reader', ['examples/federation/reader/rules', '--master-server-url', 'http://127.0.0.1:9']],
  ])('%s', async (_, argv) => {
    const { code, stdout } = await precept(['lint', ...argv, '--format', 'json'], { cwd: root });
    const serious = JSON.parse(stdout).filter(({ severity }: { severity: string }) => severity !== 'info');
    expect({ code, serious }).toEqual({ code: 0, serious: [] });
  });
});
