import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { acmeSettings } from '../support/program.ts';
import { type CommandLineOptions, precept } from './command-line.ts';

const rule = (text: string) => `a:\n  ruleset: ["${text}"]\n`;

/** A project whose own settings and rules lie in `.precept`, beside other settings and rules folders. */
let project: string;
beforeAll(async () => {
  project = await tempFolder({
    '.precept/settings.yml': 'default_category_description: From the project\nteam: project\n',
    '.precept/rules/here/commandments.yml': rule('{{ team }} {{ TEAM }}'),
    'other/settings.yml': 'rules_path: elsewhere\ndefault_category_description: From the file\nteam: file\n',
    'other/elsewhere/there/commandments.yml': rule('{{ team }} {{ TEAM }}'),
    'more/third/commandments.yml': rule("{{ TEAM | default('nobody') }}"),
  });
});

const scopes = async (argv: readonly string[], options: CommandLineOptions) => {
  const { code, stdout, stderr } = await precept(['scopes', '--format', 'json', ...argv], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};
const rulesOf = async (argv: readonly string[], options: CommandLineOptions) => {
  const { code, stdout, stderr } = await precept(['rules', '--format', 'json', ...argv], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).commandments.a;
};

describe('where rules and settings are found', () => {
  it('in the working folder, else at home', async () => {
    expect(await scopes([], { cwd: project })).toEqual(['here']);
    expect(await scopes([], { home: project })).toEqual(['here']);
    expect(await rulesOf(['here'], { home: project })).toMatchObject({ when: 'From the project' });
  });

  it.each(['-r', '--rules-path'])(
    '%s names the rules folder, relative to the working folder',
    async (flag) => {
      expect(await scopes([flag, 'more'], { cwd: project })).toEqual(['third']);
      expect(await scopes([flag, `${project}/more`], {})).toEqual(['third']);
      expect(await scopes([flag, '~/more'], { home: project })).toEqual(['third']);
    },
  );

  it.each(['-c', '--config'])('%s names the settings file; its paths are relative to it', async (flag) => {
    expect(await scopes([flag, 'other/settings.yml'], { cwd: project })).toEqual(['there']);
    expect(await scopes([flag, `${project}/other/settings.yml`], {})).toEqual(['there']);
  });

  it('variables name both', async () => {
    expect(await scopes([], { cwd: project, env: { PRECEPT_RULES_PATH: 'more' } })).toEqual(['third']);
    expect(await scopes([], { cwd: project, env: { PRECEPT_CONFIG_FILE: 'other/settings.yml' } })).toEqual([
      'there',
    ]);
  });

  it('flags go before variables, variables before the file', async () => {
    const env = { PRECEPT_CONFIG_FILE: 'other/settings.yml', PRECEPT_RULES_PATH: '.precept/rules' };
    expect(await scopes([], { cwd: project, env })).toEqual(['here']);
    expect(await scopes(['-r', 'more'], { cwd: project, env })).toEqual(['third']);

    const file = { cwd: project, env: {} };
    const argv = ['there', '-c', 'other/settings.yml'];
    expect(await rulesOf(argv, file)).toMatchObject({ when: 'From the file' });
    const variable = { cwd: project, env: { PRECEPT_DEFAULT_CATEGORY_DESCRIPTION: 'From a variable' } };
    expect(await rulesOf(argv, variable)).toMatchObject({ when: 'From a variable' });
    const flag = ['--default-category-description', 'From a flag'];
    expect(await rulesOf([...argv, ...flag], variable)).toMatchObject({ when: 'From a flag' });
  });

  it('extra keys and variables are for templates', async () => {
    expect(await rulesOf(['here'], { cwd: project })).toMatchObject({ rules: ['project project'] });
    const env = { PRECEPT_TEAM: 'variable' };
    expect(await rulesOf(['here'], { cwd: project, env })).toMatchObject({ rules: ['project variable'] });
    const elsewhere = await tempFolder();
    expect(await rulesOf(['third', '-r', `${project}/more`], { cwd: elsewhere })).toMatchObject({
      rules: ['nobody'],
    });
  });

  it('the example works as its comment says', async () => {
    const { code, stdout, stderr } = await precept(['--config', acmeSettings, 'rules', 'checkout']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^# Rules for checkout\n/);
    expect(stdout).not.toContain('Template Failures');
  });
});

describe('no rules', () => {
  it('are told where no folder was found', async () => {
    const { code, stdout } = await precept(['scopes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^No scopes: no rules folder was found \(looked for \.precept\/rules, .*--rules-path, or start one with "precept init"\.\n$/,
    );
    expect(await scopes([], {})).toEqual([]);
    const nothing = /There is nothing to read: no rules folder was found .*"precept init"\.\n$/;
    for (const [words, code] of [
      [['rules'], 2],
      [['checks'], 2],
      [['find', 'paging'], 1],
    ] as const)
      expect(await precept([...words])).toMatchObject({ code, stderr: expect.stringMatching(nothing) });
    const fault = await precept(['rules', 'any']);
    expect(fault).toMatchObject({ code: 1, stdout: '' });
    expect(fault.stderr).toMatch(
      /^precept: There is no scope "any"\. There are no scopes at all; "precept doctor" tells why\.\n$/,
    );
  });

  it('are told where the folder is empty', async () => {
    const empty = await tempFolder({ 'README.md': 'no scope', '.hidden/': '' });
    const { code, stdout } = await precept(['scopes', '-r', empty]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No scopes: [^\n]*has no scope directories/);
    expect(await scopes(['-r', empty], {})).toEqual([]);
    expect(await precept(['show', 'any', '-r', empty])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('bad settings', () => {
  /** The lines on standard error of a command line that must fail for its settings; with 2 for those given as flags. */
  async function problems(
    argv: readonly string[],
    { failsWith = 1, ...options }: CommandLineOptions & { failsWith?: number } = {},
  ): Promise<string[]> {
    const { code, stdout, stderr } = await precept([...argv], { cwd: project, ...options });
    expect({ code, stdout }).toEqual({ code: failsWith, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^precept: set/);
    return lines;
  }

  it('are told a line each, with the source and what is allowed', async () => {
    const folder = await tempFolder({
      'settings.yml': 'http_port: 70000\nlog_level: loud\nrules_categorized: perhaps\nrules_path: [a]\n',
    });
    const lines = await problems(['scopes', '-c', `${folder}/settings.yml`, '--cache-ttl-seconds=-1'], {
      env: { PRECEPT_MAX_INHERITANCE_DEPTH: 'ten' },
      failsWith: 2,
    });
    expect(lines).toHaveLength(6);
    const text = lines.join('\n');
    expect(text).toMatch(/cache_ttl_seconds \(flag --cache-ttl-seconds\): "-1" .* whole number from 0 to/);
    expect(text).toMatch(/max_inheritance_depth \(.*PRECEPT_MAX_INHERITANCE_DEPTH\): "ten" .* from 1 to 100/);
    expect(text).toMatch(/http_port \(.*settings\.yml\): 70000 .* whole number from 0 to 65535/);
    expect(text).toMatch(/log_level \(.*settings\.yml\): "loud" .*error, warn, info, debug/);
    expect(text).toMatch(/rules_categorized \(.*settings\.yml\): "perhaps" .*true or false/);
    expect(text).toMatch(/rules_path \(.*settings\.yml\): \["a"\] .*path/);
  });

  it('are told of files and folders that do not exist', async () => {
    expect(await problems(['scopes', '-c', 'gone.yml'], { failsWith: 2 })).toEqual([
      expect.stringMatching(/settings file gone\.yml \(flag -c\) does not exist/),
    ]);
    const env = { PRECEPT_CONFIG_FILE: 'gone.yml' };
    expect(await problems(['scopes'], { env })).toEqual([
      expect.stringMatching(/gone\.yml .*PRECEPT_CONFIG_FILE/),
    ]);
    expect(await problems(['scopes', '-r', 'gone'], { failsWith: 2 })).toEqual([
      expect.stringMatching(/rules_path \(flag -r\).*gone is not/),
    ]);
    expect(await problems(['scopes', '-r', 'other/settings.yml'], { failsWith: 2 })).toHaveLength(1);
    expect(await problems(['rules', 'here'], { env: { PRECEPT_RULES_PATH: 'gone' } })).toHaveLength(1);
  });

  it('are told of a file that is no mapping or no YAML', async () => {
    const folder = await tempFolder({
      'list.yml': '- a\n',
      'torn.yml': 'team: x\nrules_path: "never closed\n',
    });
    expect(await problems(['scopes', '-c', `${folder}/list.yml`])).toEqual([
      expect.stringMatching(/mapping/),
    ]);
    expect(await problems(['scopes', '-c', `${folder}/torn.yml`])).toEqual([
      expect.stringMatching(/torn\.yml: line \d+, column \d+: /),
    ]);
  });

  it.each([
    ['settings.toml', 'log_level = "info"\n', 'TOML'],
    ['settings.toml', '# nothing yet\n', 'TOML'],
    ['settings.INI', '[precept]\nlog_level=info\n', 'INI'],
    ['settings.yml', '# ours\n\nlog_level = "info"\n', 'TOML or INI'],
    ['settings.yml', '[precept]\nlog_level = "info"\n', 'TOML or INI'],
    ['settings', '<settings>\n  <log_level>info</log_level>\n</settings>\n', 'XML'],
    ['precept.config.js', 'export default { log_level: "info" };\n', 'JavaScript'],
  ])('are told of %s that is written in another language: %j', async (name, text, language) => {
    const folder = await tempFolder({ [name]: text });
    const file = join(folder, name);
    const says = `is ${language}, but settings are YAML: write "name: value" lines, like "log_level: info", into a .yml file`;
    expect(await problems(['scopes', '-c', file], { failsWith: 2 })).toEqual([
      `precept: settings file ${file} (flag -c) ${says}`,
    ]);
    const env = { PRECEPT_CONFIG_FILE: file };
    expect(await problems(['scopes'], { env })).toEqual([`precept: settings file ${file} ${says}`]);
  });

  it('are none in JSON, which is YAML too', async () => {
    const folder = await tempFolder({
      'settings.json': '{"rules_path": "rules", "team": "x=y"}',
      'rules/a/': '',
    });
    expect(await scopes(['-c', `${folder}/settings.json`], {})).toEqual(['a']);
  });

  // Finding: reading it fails with EISDIR, printed with its stack.
  it('are told of a file that is a folder', async () => {
    expect(await problems(['scopes', '-c', 'other'], { failsWith: 2 })).toEqual([
      expect.stringMatching(/other/),
    ]);
  });

  it('are hinted at when a key is one letter off', async () => {
    const folder = await tempFolder({ 'settings.yml': 'rules_path: .\ndefault_scop: a\n' });
    const { code, stdout, stderr } = await precept(['scopes', '-c', `${folder}/settings.yml`]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/^precept warn: "default_scop" [^\n]*did you mean the setting default_scope\?\n$/);
    expect((await precept(['scopes', '-c', `${folder}/settings.yml`, '--log-level', 'error'])).stderr).toBe(
      '',
    );
  });
});
