import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { load, projectFile } from '../config/world.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasLinks } from '../support/system.ts';

const gated = { [projectFile]: 'enabled_plugins: [./own.mjs]\n' };

test('a home folder that is spelt in another way is the home folder', async () => {
  const same = async (path: string) => path.replace('/work/shop', '/home/ann');
  const own = await load({ files: gated, consent: { state: 'never' }, realPath: same });
  expect(own.trust.state).toBe('own');
  const other = await load({ files: gated, consent: { state: 'never' } });
  expect(other.trust.state).toBe('untrusted');
});

test.runIf(hasLinks)('a home folder behind a link is where the search for a project ends', async () => {
  const home = await tempFolder({
    '.precept/settings.yml': 'default_scope: own\n',
    '.precept/rules/own/commandments.yml': 'api:\n  ruleset: [My own rule]\n',
    'shop/src/a.ts': '',
    'plugins/own.mjs': "throw new Error('it runs')\n",
  });
  const link = join(await tempFolder(), 'home');
  await symlink(home, link);
  const env = { HOME: link, USERPROFILE: link, PRECEPT_TRUST: '0' };
  for (const cwd of [home, join(home, 'shop', 'src')]) {
    const { stdout, stderr } = await runProgram(['rules'], { cwd, env });
    expect(stdout).toContain('My own rule');
    expect(stderr).not.toContain('has no effect');
    const { stdout: trust } = await runProgram(['trust', '--show'], { cwd, env });
    expect(trust).not.toContain('came with this folder');
  }
});

test.runIf(hasLinks)(
  'a link from a checkout to the own settings does not make the code beside it the own',
  async () => {
    const home = await tempFolder({ '.precept/settings.yml': 'enabled_plugins: [./own.mjs]\n' });
    const folder = await tempFolder({ '.precept/own.mjs': "throw new Error('it runs')\n" });
    await mkdir(join(folder, '.precept', 'rules'));
    await symlink(join(home, '.precept', 'settings.yml'), join(folder, '.precept', 'settings.yml'));
    const { stderr } = await runProgram(['scopes'], { cwd: folder, env: { HOME: home, USERPROFILE: home } });
    expect(stderr).toMatch(/enabled_plugins has no effect|by a link/);
    expect(stderr).not.toContain('it runs');
  },
);
