import { expect, test } from 'vitest';
import { builtInVariables } from '../../src/config/values/plugin-names.ts';
import { builtInPlugins } from '../../src/plugins/built-in/built-in.ts';
import { tempFolder } from '../support/folder.ts';
import { lint } from './lint.ts';

test('a variable that a built-in plugin would give is told with that plugin', async () => {
  const files = (text: string) => ({ 's/commandments.yml': `a:\n  when: Now\n  ruleset: ["On ${text}"]\n` });
  const hints = async (text: string) =>
    (await lint(await tempFolder(files(text)))).problems.map(({ hint }) => hint);
  const hint =
    'The plugin git.context gives git_branch: write "enabled_plugins: [git.context]" into the settings';
  expect(await hints('{{ git_branch }}')).toEqual([hint]);
  expect(await hints('{{ git.branch }}')).toEqual([hint]);
  expect(await hints('{{ branch }}')).toEqual(["Define it or write {{ branch | default('…') }}"]);
});

test('the built-in plugins are those whose variables are known', () => {
  expect(Object.keys(builtInVariables)).toEqual([...builtInPlugins.keys()]);
});
