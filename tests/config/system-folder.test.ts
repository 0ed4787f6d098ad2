import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from './world.ts';

const folder = 'C:\\ProgramData\\precept';
const settings = join(folder, 'settings.yml');
const env = { PROGRAMDATA: 'C:\\ProgramData' };
const files = {
  [settings]: 'default_scope: machine\n',
  [join(folder, 'rules', 'acme', 'commandments.yml')]: '',
  '/etc/precept/settings.yml': 'default_scope: anybody\nenabled_plugins: [./own.mjs]\n',
  '/etc/precept/rules/acme/commandments.yml': '',
};
const answer = (isTheirs: boolean | null) => () => Promise.resolve(isTheirs);
const onWindows = { platform: 'win32', env, files };

describe('the settings and rules of a machine with Windows', () => {
  test('are read below %ProgramData% where they belong to its administrators', async () => {
    const asked: string[] = [];
    const ofAdministrators = async (path: string) => asked.push(path) > 0;
    const config = await load({ ...onWindows, ofAdministrators });
    expect([config.file, config.rulesPath]).toEqual([settings, join(folder, 'rules')]);
    expect(config.searched).toEqual(['.precept/rules', '~/.precept/rules', join(folder, 'rules')]);
    expect(asked).toEqual([settings, join(folder, 'rules')]);
  });

  test('are left alone, with a word of that, where they belong to somebody else', async () => {
    const config = await load({ ...onWindows, ofAdministrators: answer(false) });
    expect([config.file, config.rulesPath, config.settings.default_scope]).toEqual([null, null, null]);
    expect(config.hints.map(({ text }) => text)).toEqual([
      expect.stringMatching(/settings\.yml is not read: .* administrators .*icacls "C:.*precept" \/setowner/),
      expect.stringMatching(/rules is not read/),
    ]);
  });

  test.each([
    ['nobody can say whose they are', onWindows],
    ['they are not there', { ...onWindows, ofAdministrators: answer(null) }],
    ['the variable is missing', { ...onWindows, env: {}, ofAdministrators: answer(true) }],
    [
      'the variable is no folder of a drive',
      { ...onWindows, env: { ProgramData: '\\data' }, ofAdministrators: answer(true) },
    ],
  ])('are not read, nor what is in /etc, where %s', async (_, world) => {
    const config = await load(world);
    expect([config.file, config.rulesPath, config.hints]).toEqual([null, null, []]);
  });

  test('cost no question where they are left out', async () => {
    const near = {
      '/work/shop/.precept/settings.yml': 'default_scope: shop\n',
      '/work/shop/.precept/rules/x.yml': '',
    };
    const ofAdministrators = async (path: string) => {
      throw new Error(`asked of ${path}`);
    };
    const config = await load({
      ...onWindows,
      env: { ...env, PRECEPT_NO_SYSTEM_CONFIG: '1' },
      files: { ...files, ...near },
      ofAdministrators,
    });
    expect(config.settings.default_scope).toBe('shop');
  });

  test('lock what nearer files say', async () => {
    const near = {
      '/work/shop/.precept/settings.yml': 'default_scope: shop\n',
      '/work/shop/.precept/rules/x.yml': '',
    };
    const machine = { [settings]: 'default_scope: machine\nlocked: [default_scope]\n' };
    const world = { ...onWindows, files: { ...files, ...near, ...machine } };
    const theirs = await load({ ...world, ofAdministrators: answer(true) });
    expect(theirs.settings.default_scope).toBe('machine');
    const others = await load({ ...world, ofAdministrators: answer(false) });
    expect(others.settings.default_scope).toBe('shop');
  });
});
