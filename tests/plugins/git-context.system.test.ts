import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGitContext } from '../../src/plugins/built-in/git-context.ts';
import type { PluginScope } from '../../src/plugins/define-plugin.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hostFor, scope } from './host-for.ts';

const run = promisify(execFile);
const noScope: PluginScope = { name: 'x', description: '', tags: {}, sources: [] };
const remote = 'https://git.example/acme/shop.git';
let env: Record<string, string>;

beforeAll(async () => {
  const home = await tempFolder({
    '.gitconfig':
      '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n',
  });
  env = { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
});

async function git(folder: string, ...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: folder, env })).stdout.trim();
}

/** A repository with one commit, a remote and a sub-folder. */
async function repository(): Promise<{ folder: string; commit: string }> {
  const folder = await tempFolder({ 'a.txt': 'a\n', 'packages/web/index.ts': '' });
  await git(folder, 'init', '--quiet');
  await git(folder, 'remote', 'add', 'origin', remote);
  await git(folder, 'add', '.');
  await git(folder, 'commit', '--quiet', '--message', 'First');
  return { folder, commit: await git(folder, 'rev-parse', 'HEAD') };
}

interface Situation {
  readonly cwd: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

const git_user = 'Ada Lovelace';
/** What git knows does not depend on how busy this machine is. */
const patient = { quick: 60_000, status: 60_000 };
const whole = ({ folder, commit }: { folder: string; commit: string }) => ({
  git_branch: 'main',
  git_commit: commit,
  git_remote: remote,
  git_root: folder,
  git_user,
  git_dirty: false,
});

const situations: Readonly<Record<string, () => Promise<Situation>>> = {
  async 'a clean repository'() {
    const made = await repository();
    return { cwd: made.folder, expected: whole(made) };
  },
  async 'a sub-folder'() {
    const made = await repository();
    return { cwd: path.join(made.folder, 'packages/web'), expected: whole(made) };
  },
  async 'a changed file'() {
    const made = await repository();
    await writeFile(path.join(made.folder, 'a.txt'), 'b\n');
    return { cwd: made.folder, expected: { ...whole(made), git_dirty: true } };
  },
  async 'a new file'() {
    const made = await repository();
    await writeFile(path.join(made.folder, 'new.txt'), '');
    return { cwd: made.folder, expected: { ...whole(made), git_dirty: true } };
  },
  async 'an ignored file'() {
    const made = await repository();
    await writeFiles(made.folder, { '.git/info/exclude': 'new.txt\n', 'new.txt': '' });
    return { cwd: made.folder, expected: whole(made) };
  },
  async 'a branch with slashes, a user of its own'() {
    const made = await repository();
    await git(made.folder, 'switch', '--quiet', '--create', 'fix/PAY-12');
    await git(made.folder, 'config', 'user.name', 'Grace');
    return { cwd: made.folder, expected: { ...whole(made), git_branch: 'fix/PAY-12', git_user: 'Grace' } };
  },
  async 'a worktree'() {
    const made = await repository();
    const folder = path.join(await tempFolder(), 'tree');
    await git(made.folder, 'worktree', 'add', '--quiet', '-b', 'side', folder);
    return { cwd: folder, expected: { ...whole(made), git_root: folder, git_branch: 'side' } };
  },
  async 'a detached head'() {
    const made = await repository();
    await git(made.folder, 'checkout', '--quiet', '--detach');
    const { git_branch: _, ...expected } = whole(made);
    return { cwd: made.folder, expected };
  },
  async 'a repository without commits'() {
    const folder = await tempFolder({ 'a.txt': '' });
    await git(folder, 'init', '--quiet');
    return { cwd: folder, expected: { git_branch: 'main', git_root: folder, git_user, git_dirty: true } };
  },
  async 'a remote with a token, not called origin'() {
    const made = await repository();
    await git(made.folder, 'remote', 'rename', 'origin', 'upstream');
    await git(
      made.folder,
      'remote',
      'set-url',
      'upstream',
      'https://ada:ghp_secret@git.example/acme/shop.git',
    );
    return { cwd: made.folder, expected: whole(made) };
  },
  async 'a submodule'() {
    const [made, inner] = await Promise.all([repository(), repository()]);
    await git(
      made.folder,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '--quiet',
      inner.folder,
      'lib',
    );
    const cwd = path.join(made.folder, 'lib');
    return { cwd, expected: { ...whole(inner), git_root: cwd, git_remote: inner.folder } };
  },
  async 'a folder with spaces, reached by a link'() {
    const made = await repository();
    const outer = await tempFolder();
    await symlink(made.folder, path.join(outer, 'a link'));
    return { cwd: path.join(outer, 'a link'), expected: whole(made) };
  },
  async 'an environment that points elsewhere, as inside of hooks'() {
    const [made, other] = await Promise.all([repository(), repository()]);
    return {
      cwd: made.folder,
      expected: whole(made),
      env: { GIT_DIR: `${other.folder}/.git`, GIT_INDEX_FILE: 'none' },
    };
  },
  async 'a plain folder'() {
    return { cwd: await tempFolder({ 'a.txt': '' }), expected: {} };
  },
  async 'a bare repository'() {
    const folder = await tempFolder();
    await git(folder, 'init', '--quiet', '--bare');
    return { cwd: folder, expected: {} };
  },
  async 'the inside of .git'() {
    const { folder } = await repository();
    return { cwd: path.join(folder, '.git'), expected: {} };
  },
  async 'no git installed'() {
    const { folder } = await repository();
    return { cwd: folder, expected: {}, env: { PATH: await tempFolder() } };
  },
  async 'a .git that is none'() {
    return { cwd: await tempFolder({ '.git/': '' }), expected: {} };
  },
};

describe('git.context', () => {
  test.each(Object.entries(situations))('in %s', async (_, make) => {
    const { cwd, expected, env: more } = await make();
    const world = { cwd, env: { ...env, ...more } };
    expect(await createGitContext(patient).context?.(noScope, world)).toEqual(expected);
  });

  test('runs nothing that the repository names, and writes nothing', async () => {
    const { folder } = await repository();
    const trap = path.join(folder, '.git', 'trap.sh');
    await writeFile(trap, `#!/bin/sh\ntouch '${folder}/.git/sprung'\n`, { mode: 0o755 });
    await mkdir(path.join(folder, '.git', 'hooks'), { recursive: true });
    await writeFile(path.join(folder, '.git/hooks/post-index-change'), `#!/bin/sh\n'${trap}'\n`, {
      mode: 0o755,
    });
    await git(folder, 'config', 'core.fsmonitor', trap);
    await writeFile(path.join(folder, 'a.txt'), 'a\n');
    const values = await createGitContext(patient).context?.(noScope, { cwd: folder, env });
    expect(values).toMatchObject({ git_dirty: false });
    await expect(run('ls', [path.join(folder, '.git/sprung')])).rejects.toThrow('No such file');
  });

  test('goes without git_dirty in a tree that takes too long, and does not try at once again', async () => {
    const made = await repository();
    const plugin = createGitContext({ ...patient, status: 1 });
    const { git_dirty: _, ...expected } = whole(made);
    const slow = { cwd: made.folder, env: { ...env, PATH: await slowStatus() } };
    expect(await plugin.context?.(noScope, slow)).toEqual(expected);
    expect(await plugin.context?.(noScope, { cwd: made.folder, env })).toEqual(expected);
  });

  test('says what git complains of', async () => {
    const { folder } = await repository();
    await writeFile(path.join(folder, '.git/config'), '[core');
    const { host, warnings } = await hostFor({}, { enabled: ['git.context'], cwd: folder, env });
    expect((await host.context(scope)).values).toEqual({});
    expect(warnings()).toEqual([
      expect.stringMatching(/^plugin git\.context: left out: context failed: fatal: bad config/),
    ]);
  });

  test('is kept for a moment', async () => {
    const { folder } = await repository();
    const { host } = await hostFor(
      {},
      { enabled: ['git.context'], cwd: folder, env, limits: { keep: 60_000 } },
    );
    const first = await host.context(scope);
    await writeFile(path.join(folder, 'new.txt'), '');
    expect(await host.context(scope)).toEqual(first);
  });
});

/** A PATH whose git sleeps before `status`. */
async function slowStatus(): Promise<string> {
  const folder = await tempFolder();
  const script = `#!/bin/sh\nPATH='${env.PATH}'\ncase "$*" in *' status '*) exec sleep 5 ;; esac\nexec git "$@"\n`;
  await writeFile(path.join(folder, 'git'), script, { mode: 0o755 });
  return folder;
}
