import { execFile } from 'node:child_process';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createAuthorship } from '../../src/git/authorship/authorship.ts';
import { withoutFilters } from '../../src/git/run-git.ts';
import { createGitContext } from '../../src/plugins/built-in/git-context.ts';
import type { PluginScope } from '../../src/plugins/define-plugin.ts';
import { tempFolder } from '../support/folder.ts';

const run = promisify(execFile);
const scope: PluginScope = { name: 'x', description: '', tags: {}, sources: [] };

async function contextOf(cwd: string, env: Record<string, string>): Promise<object> {
  return (await createGitContext().context?.(scope, { cwd, env })) ?? {};
}

/** A repository whose own settings name a program wherever git takes one; each leaves a file behind when it runs. */
async function hostileRepository() {
  const ran = await tempFolder();
  const bin = await tempFolder({
    run: `#!/bin/sh\ntouch "${ran}/$1"\ncase $1 in clean | smudge) cat ;; *) exit 1 ;; esac\n`,
  });
  const program = path.join(bin, 'run');
  await chmod(program, 0o755);
  const env = { PATH: process.env.PATH ?? '', HOME: bin, GIT_CONFIG_NOSYSTEM: '1' };
  const folder = await tempFolder({
    'clean.txt': 'a\n',
    'process.txt': 'a\n',
    'plain.txt': 'a\n',
    '.gitattributes': 'clean.txt filter=one diff=text\nprocess.txt filter=two.x\n',
  });
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, env })).stdout;
  await git('init', '--quiet', '--initial-branch=main');
  await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'add', '.');
  await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'First');
  const hooks = await tempFolder();
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'reference-transaction']) {
    await writeFile(path.join(hooks, hook), `#!/bin/sh\ntouch "${ran}/hook-${hook}"\n`);
    await chmod(path.join(hooks, hook), 0o755);
  }
  const settings: Readonly<Record<string, string>> = {
    'filter.one.clean': `${program} clean`,
    'filter.one.smudge': `${program} smudge`,
    'filter.one.required': 'true',
    'filter.two.x.process': `${program} process`,
    'filter.two.x.required': 'true',
    'core.fsmonitor': `${program} fsmonitor`,
    'core.hooksPath': hooks,
    'core.sshCommand': `${program} ssh`,
    'core.pager': `${program} pager`,
    'core.editor': `${program} editor`,
    'core.askPass': `${program} askpass`,
    'core.gitProxy': `${program} proxy`,
    'core.alternateRefsCommand': `${program} refs`,
    'pager.status': `${program} pager-status`,
    'pager.config': `${program} pager-config`,
    'diff.external': `${program} external`,
    'diff.text.textconv': `${program} textconv`,
    'diff.text.command': `${program} diff-command`,
    'credential.helper': `!${program} credential`,
    'protocol.allow': 'always',
    'protocol.ext.allow': 'always',
    'remote.origin.url': `ext::${program} remote`,
    'remote.origin.promisor': 'true',
    'remote.origin.partialclonefilter': 'blob:none',
    'extensions.partialClone': 'origin',
    'core.repositoryformatversion': '1',
    'status.submoduleSummary': 'true',
    'alias.status': `!${program} alias`,
  };
  for (const [name, value] of Object.entries(settings)) await git('config', name, value);
  // Changed, but as long as before: git has to read it.
  for (const file of ['clean.txt', 'process.txt', 'plain.txt'])
    await writeFile(path.join(folder, file), 'b\n');
  return { folder, env, git, ran: () => readdir(ran) };
}

test('git.context runs no program that the settings of a repository name', async () => {
  const { folder, env, git, ran } = await hostileRepository();
  const values = await contextOf(folder, env);
  expect(values).toMatchObject({ git_branch: 'main', git_root: folder, git_dirty: true });
  expect(await ran()).toEqual([]);
  // The control: git by itself does run them.
  await git('-c', 'filter.two.x.required=false', 'status', '--porcelain').catch(() => {});
  expect(await ran()).toEqual(expect.arrayContaining(['clean', 'fsmonitor', 'process']));
});

test('nor when it is asked who wrote a line', async () => {
  const { folder, env, git, ran } = await hostileRepository();
  await git('config', 'blame.ignoreRevsFile', 'missing');
  await git('remote', 'set-url', 'origin', 'https://github.com/acme/shop');
  const lines = ['clean.txt', 'process.txt', 'plain.txt'].map((file) => ({ file, line: 1 }));
  const known = await createAuthorship(folder, env).of(lines);
  // Each is changed, so that nobody wrote what stands there now.
  expect(known).toEqual(
    lines.map(({ file }) => ({ edit_url: `https://github.com/acme/shop/edit/main/${file}#L1` })),
  );
  expect(await ran()).toEqual([]);
  await writeFile(path.join(folder, 'clean.txt'), 'a\n');
  expect(await createAuthorship(folder, env).of(lines)).toMatchObject([{ author: 'a' }, {}, {}]);
  expect(await ran()).toEqual([]);
  // The control.
  await git('-c', 'core.fsmonitor=', 'blame', '--no-ignore-revs-file', 'clean.txt').catch(() => {});
  expect(await ran()).toContain('textconv');
});

test('nor where an object has to be fetched to tell what changed', async () => {
  const { folder, env, git, ran } = await hostileRepository();
  const tree = (await git('-c', 'core.fsmonitor=', 'rev-parse', 'HEAD^{tree}')).trim();
  const object = path.join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2));
  await chmod(object, 0o644);
  await rm(object);
  await contextOf(folder, env).catch(() => {});
  expect(await ran()).toEqual([]);
  const off = withoutFilters(['filter.one.clean', 'filter.two.x.process']) ?? [];
  await git('-c', 'core.fsmonitor=', ...off, 'status').catch(() => {});
  expect(await ran()).toContain('remote');
});

test('filters are turned off by name, and a name that no argument can hold leaves files alone', () => {
  expect(withoutFilters([])).toEqual([]);
  expect(withoutFilters(['filter.a b.clean', 'filter.a b.process', 'filter.x.y.smudge'])).toEqual(
    ['filter.a b', 'filter.x.y'].flatMap((name) =>
      ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${name}.${setting}`]),
    ),
  );
  expect(withoutFilters(['filter.a=b.clean'])).toBeNull();
  expect(withoutFilters(Array.from({ length: 101 }, (_, at) => `filter.f${at}.clean`))).toBeNull();
});

test('a filter whose name no argument can hold is not run either', async () => {
  const { folder, env, git, ran } = await hostileRepository();
  await git('config', 'filter.a=b.clean', 'false');
  const values = await contextOf(folder, env);
  expect(values).toMatchObject({ git_branch: 'main' });
  expect(values).not.toHaveProperty('git_dirty');
  expect(await ran()).toEqual([]);
});
