import { describe, expect, test } from 'vitest';
import { withoutCredentials } from '../../src/git/authorship/remote.ts';
import { gitEnvironment, gitRepository } from '../support/git.ts';
import { hasGit } from '../support/system.ts';
import { hostFor, scope } from './host-for.ts';

test.runIf(hasGit())('git.context is one of git.*', async () => {
  const cwd = await gitRepository({ 'a.txt': 'a\n' });
  const env = {
    ...gitEnvironment,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Ada Lovelace',
  };
  const { host, warnings } = await hostFor({}, { enabled: ['git.*'], cwd, env });
  const { values, sources } = await host.context(scope);
  expect(values).toMatchObject({ git_root: cwd, git_user: 'Ada Lovelace' });
  expect([...sources.values()].every((plugin) => plugin === 'git.context')).toBe(true);
  expect(warnings()).toEqual([]);
});

describe('a remote without credentials', () => {
  test.each([
    ['https://git.example/a/b.git', 'https://git.example/a/b.git'],
    ['https://ada:pw@git.example/a/b.git', 'https://git.example/a/b.git'],
    ['https://ghp_token@git.example:8443/a/b.git', 'https://git.example:8443/a/b.git'],
    ['https://ada:p@ss@git.example/@scope/b', 'https://git.example/@scope/b'],
    ['https://git.example/a/b.git?private_token=x#y', 'https://git.example/a/b.git'],
    ['HTTP://x:y@git.example/a', 'HTTP://git.example/a'],
    ['https://ada:pa/ss@git.example/a', null],
    ['ssh://git@git.example:2222/a/b.git', 'ssh://git@git.example:2222/a/b.git'],
    ['ssh://git:pw@git.example/a/b.git', 'ssh://git@git.example/a/b.git'],
    ['git+ssh://git:p@w@git.example/a', 'git+ssh://git@git.example/a'],
    ['git@git.example:a/b.git', 'git@git.example:a/b.git'],
    ['ftp://ada:pw@git.example/a', 'ftp://git.example/a'],
    ['codecommit::eu-west-1://profile@repo', 'codecommit::eu-west-1://repo'],
    ['file:///srv/git/a@b.git', 'file:///srv/git/a@b.git'],
    ['/srv/git/a@b.git', '/srv/git/a@b.git'],
    ['C:\\git\\a@b.git', 'C:\\git\\a@b.git'],
    ['\\\\server\\share\\a.git', '\\\\server\\share\\a.git'],
  ])('%s', (given, expected) => {
    expect(withoutCredentials(given)).toBe(expected);
  });
});
