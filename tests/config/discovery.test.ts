import { describe, expect, test } from 'vitest';
import { load, problemsOf, type World } from './world.ts';

/** Everything at once; each test takes away the best of what is left. */
const settingsFiles = {
  '/work/shop/flag.yml': 'default_scope: flag\n',
  '/work/shop/env.yml': 'default_scope: env\n',
  '/work/shop/.precept/settings.yml': 'default_scope: project\n',
  '/home/ann/.precept/settings.yml': 'default_scope: home\n',
  '/etc/precept/settings.yml': 'default_scope: system\n',
};

describe('the settings file', () => {
  const only = (...from: string[]): Record<string, string> =>
    Object.fromEntries(Object.entries(settingsFiles).filter(([path]) => from.includes(path)));
  const [flag, env, project, user, system] = Object.keys(settingsFiles) as [
    string,
    string,
    string,
    string,
    string,
  ];

  test.each<[string, World, string]>([
    [
      '--config',
      { flags: { config: 'flag.yml' }, env: { PRECEPT_CONFIG_FILE: env }, files: settingsFiles },
      flag,
    ],
    ['PRECEPT_CONFIG_FILE', { env: { PRECEPT_CONFIG_FILE: 'env.yml' }, files: settingsFiles }, env],
    ['.precept', { files: settingsFiles }, project],
    ['~/.precept', { files: only(user, system) }, user],
    ['/etc/precept', { files: only(system) }, system],
  ])('from %s', async (_, world, file) => {
    const config = await load(world);
    expect(config.file).toBe(file);
    expect(config.settings.default_scope).toBe(
      settingsFiles[file as keyof typeof settingsFiles].split(/[: \n]+/)[1],
    );
  });

  test('there may be none', async () => {
    expect((await load({ files: { '/work/shop/settings.yml': 'default_scope: stray\n' } })).file).toBeNull();
  });

  test('a farther one says what the nearest does not', async () => {
    const files = { ...settingsFiles, [project]: 'log_level: info\n' };
    const { settings } = await load({ files });
    expect(settings).toMatchObject({ log_level: 'info', default_scope: 'home' });
  });

  test('"~" stands for the home folder', async () => {
    const files = { '/home/ann/own.yml': 'default_scope: own\n' };
    expect((await load({ flags: { config: '~/own.yml' }, files })).file).toBe('/home/ann/own.yml');
    expect((await load({ env: { PRECEPT_CONFIG_FILE: '~/own.yml' }, files })).file).toBe('/home/ann/own.yml');
  });

  test('one that was asked for must exist', async () => {
    const byFlag = await problemsOf({ flags: { config: 'nope.yml' }, files: settingsFiles });
    expect(byFlag).toEqual([expect.stringMatching(/nope\.yml \(flag --config\) does not exist/)]);
    const byEnv = await problemsOf({ env: { PRECEPT_CONFIG_FILE: '/nope.yml' }, files: settingsFiles });
    expect(byEnv).toEqual([
      expect.stringMatching(/nope\.yml \(environment variable PRECEPT_CONFIG_FILE\) does not exist/),
    ]);
  });
});

describe('the rules folder', () => {
  const rules = (...folders: string[]) =>
    Object.fromEntries(folders.map((folder) => [`${folder}/s/x.yml`, '']));
  const all = rules(
    ...['/work/shop/flag', '/work/shop/env', '/work/shop/named', '/work/shop/.precept/rules'],
    ...['/home/ann/.precept/rules', '/etc/precept/rules'],
  );
  const named = { '/work/shop/.precept/settings.yml': 'rules_path: named\n' };
  const without = (files: Record<string, string>, ...folders: string[]) =>
    Object.fromEntries(
      Object.entries(files).filter(([path]) => !folders.some((folder) => path.startsWith(folder))),
    );

  test.each<[string, World, string | null]>([
    [
      '--rules-path',
      { flags: { rules_path: 'flag' }, env: { PRECEPT_RULES_PATH: 'env' }, files: { ...all, ...named } },
      '/work/shop/flag',
    ],
    [
      'PRECEPT_RULES_PATH',
      { env: { PRECEPT_RULES_PATH: 'env' }, files: { ...all, ...named } },
      '/work/shop/env',
    ],
    ['rules_path of the file', { files: { ...all, ...named } }, '/work/shop/named'],
    ['.precept/rules', { files: all }, '/work/shop/.precept/rules'],
    ['~/.precept/rules', { files: without(all, '/work/shop/.precept') }, '/home/ann/.precept/rules'],
    ['/etc/precept/rules', { files: without(all, '/work/shop/.precept', '/home') }, '/etc/precept/rules'],
    ['nowhere', { files: without(all, '/work/shop/.precept', '/home', '/etc') }, null],
  ])('from %s', async (_, world, folder) => {
    expect((await load(world)).rulesPath).toBe(folder);
  });

  test.each([
    ['/work/shop/.precept/settings.yml', 'rules', '/work/shop/rules'],
    ['/work/shop/.precept/settings.yml', '../rules', '/work/rules'],
    ['/work/shop/conf/precept.yml', 'rules', '/work/shop/conf/rules'],
    ['/work/shop/conf/precept.yml', '../rules', '/work/shop/rules'],
    ['/other/.precept/team.yml', './rules', '/other/rules'],
    ['/home/ann/.precept/settings.yml', 'rules', '/home/ann/rules'],
    ['/etc/precept/settings.yml', 'rules', '/etc/precept/rules'],
    ['/work/shop/conf/precept.yml', '/abs/rules', '/abs/rules'],
    ['/work/shop/conf/precept.yml', '~/rules', '/home/ann/rules'],
  ])('in %s, rules_path "%s" is %s', async (file, path, folder) => {
    const files = { [file]: `rules_path: ${path}\n`, ...rules(folder) };
    expect((await load({ flags: { config: file }, files })).rulesPath).toBe(folder);
  });

  test.each(['flag/', './flag//', '/work/shop/flag/'])('%s ends without a separator', async (rules_path) => {
    const { rulesPath } = await load({ flags: { rules_path }, files: all });
    expect(rulesPath).toBe('/work/shop/flag');
  });

  test('"~" alone and paths of flags and variables', async () => {
    const files = rules('/home/ann', '/work/shop/~x');
    expect((await load({ flags: { rules_path: '~' }, files })).rulesPath).toBe('/home/ann');
    expect((await load({ env: { PRECEPT_RULES_PATH: '~x' }, files })).rulesPath).toBe('/work/shop/~x');
    const conf = { '/conf/p.yml': '', ...rules('/work/shop/r') };
    const config = await load({ flags: { config: '/conf/p.yml', rules_path: 'r' }, files: conf });
    expect(config.rulesPath).toBe('/work/shop/r');
  });

  test.each<[string, World]>([
    ['flag --rules-path', { flags: { rules_path: 'nope' } }],
    ['environment', { env: { PRECEPT_RULES_PATH: 'nope' } }],
    ['file', { files: { '/work/shop/.precept/settings.yml': 'rules_path: nope\n' } }],
  ])('one that the %s names must exist; no other is taken instead', async (source, world) => {
    const problems = await problemsOf({ ...world, files: { ...all, ...world.files } });
    expect(problems).toEqual([
      expect.stringContaining(`setting rules_path (${source}): /work/shop/nope is not a folder`),
    ]);
  });
});
