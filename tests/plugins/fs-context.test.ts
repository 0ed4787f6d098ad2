import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { osName } from '../../src/plugins/built-in/fs-context.ts';
import { languagesOf } from '../../src/plugins/built-in/languages.ts';
import { tempFolder } from '../support/folder.ts';
import { system } from '../support/system.ts';
import { hostFor, scope } from './host-for.ts';

async function valuesIn(cwd: string) {
  const { host, warnings } = await hostFor({}, { enabled: ['fs.context'], cwd });
  const { values } = await host.context(scope);
  expect(warnings()).toEqual([]);
  return values;
}

const os = osName(system);

describe('fs.context', () => {
  test('in a repository and below it', async () => {
    const root = await tempFolder({
      '.git/': '',
      'package.json': '{}',
      'packages/api/go.mod': '',
      'packages/api/cmd/': '',
      'packages/web/Cargo.toml': '',
    });
    const common = { project_name: path.basename(root), project_root: root, os };
    expect(await valuesIn(root)).toEqual({ ...common, cwd: root, languages: ['javascript'] });
    const cwd = path.join(root, 'packages', 'api', 'cmd');
    expect(await valuesIn(cwd)).toEqual({ ...common, cwd, languages: ['go', 'javascript'] });
  });

  test('in a worktree, whose .git is a file', async () => {
    const root = await tempFolder({ '.git': 'gitdir: /elsewhere\n', 'src/': '' });
    expect(await valuesIn(path.join(root, 'src'))).toMatchObject({ project_root: root });
  });

  test('in a plain folder', async () => {
    const cwd = await tempFolder({
      'shop/pyproject.toml': '',
      'shop/tsconfig.json': '',
      'shop/Shop.sln': '',
    });
    const shop = path.join(cwd, 'shop');
    expect(await valuesIn(shop)).toEqual({
      project_name: 'shop',
      project_root: shop,
      cwd: shop,
      os,
      languages: ['csharp', 'python', 'typescript'],
    });
  });

  test('in a folder that is not there', async () => {
    const cwd = path.join(await tempFolder(), 'gone');
    expect(await valuesIn(cwd)).toMatchObject({ project_name: 'gone', languages: [] });
  });

  test('names systems as people do', () => {
    expect(['linux', 'darwin', 'win32', 'freebsd'].map(osName)).toEqual([
      'linux',
      'macos',
      'windows',
      'freebsd',
    ]);
  });

  test('takes file names for nothing else than names', () => {
    expect(languagesOf(['constructor', 'x.constructor', 'tf', '.tf', 'toString', 'main.tf'])).toEqual([
      'terraform',
    ]);
  });
});
