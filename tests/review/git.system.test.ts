import { execFile } from 'node:child_process';
import { chmod, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readPatch } from '../../src/faces/cli/commands/parts/read-patch.ts';
import type { World } from '../../src/runtime/world.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git, gitRepository } from '../support/git.ts';
import { hasShell } from '../support/system.ts';
import { reviewCheckout } from './review.ts';

describe('what changed', () => {
  test('the work tree since it left main, new files too; ranges, one ref, what is staged', async () => {
    const here = await reviewCheckout();
    await here.git('checkout', '--quiet', '-b', 'topic');
    await here.write({ 'src/one.ts': '1\n' });
    await commitAll(here.folder);
    await here.write({ 'src/two.ts': '2\n' });
    await here.git('add', 'src/two.ts');
    await here.write({ 'src/three.ts': '3\n' });
    const paths = async (...args: string[]) => (await here.json(args)).files.map(({ path: one }) => one);
    expect(await paths()).toEqual(['src/one.ts', 'src/two.ts', 'src/three.ts']);
    expect(await paths('main')).toEqual(['src/one.ts', 'src/two.ts', 'src/three.ts']);
    expect(await paths('main..topic')).toEqual(['src/one.ts']);
    expect(await paths('main...HEAD')).toEqual(['src/one.ts']);
    expect(await paths('--staged')).toEqual(['src/two.ts']);
    expect(await paths('HEAD')).toEqual(['src/two.ts', 'src/three.ts']);
  });

  test('a default branch that is not known is asked for, and a change that is nothing is told', async () => {
    const here = await reviewCheckout();
    expect((await here.run()).stdout).toMatch(
      /, complete\nNo file has changed since main \([0-9a-f]{10}\)\.\n$/,
    );
    await here.git('branch', '--move', 'develop');
    await here.write({ 'src/one.ts': '1\n' });
    const paths = async (...args: string[]) => (await here.json(args)).files.map(({ path: one }) => one);
    expect(await paths()).toEqual(['src/one.ts']);
    await here.git('checkout', '--quiet', '-b', 'topic');
    await commitAll(here.folder);
    const { stderr, code } = await here.run(['--run']);
    expect(stderr).toContain('<range>: the default branch is not known');
    expect(code).toBe(2);
    const foreign = await here.run([], { env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } });
    expect(foreign.stderr).toContain(`run "git config --global --add safe.directory ${here.folder}"`);
    expect(await paths('develop')).toEqual(['src/one.ts']);
  });

  test('where nothing is staged, it says so and how many files have changed', async () => {
    const here = await reviewCheckout();
    const since = /No file has changed since HEAD \([0-9a-f]{10}\)\.\n$/;
    expect((await here.run(['--staged'])).stdout).toMatch(since);
    await here.write({ 'src/one.ts': '1\n', 'src/api/orders.ts': 'export const orders = 2;\n' });
    expect((await here.run(['--staged'])).stdout).toMatch(
      /\nNothing is staged; 2 files changed since HEAD \([0-9a-f]{10}\)\. Stage with "git add", or leave out --staged\.\n$/,
    );
  });

  test('settings that are not committed name no scope, and the message says why', async () => {
    const folder = await gitRepository({ 'src/one.ts': '1\n' });
    await writeFiles(folder, {
      '.precept/settings.yml': 'default_scope: shop\n',
      '.precept/rules/shop/suggestions.yml': 'a:\n  ruleset: [One]\n',
      'src/one.ts': '2\n',
    });
    await git(folder, 'add', 'src');
    const run = (...args: string[]) =>
      precept(['review', '--staged', ...args], { cwd: folder, env: { PATH: process.env.PATH ?? '' } });
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /--scope: no scope is named: the settings are read from the commit [0-9a-f]{10}, and \.precept is not committed there; commit \.precept first, or add "--base-content worktree"\n/,
      ),
    ]);
    expect((await run('--base-content', 'worktree')).stdout).toContain('Policy: 1 rule of 1 scope');
  });

  test('conflicts are named in place of what is staged', async () => {
    const here = await reviewCheckout();
    const name = 'src/api/ä orders.ts';
    await here.write({ [name]: '1\n' });
    await commitAll(here.folder);
    await here.git('checkout', '--quiet', '-b', 'topic');
    await here.write({ [name]: '2\n' });
    await commitAll(here.folder);
    await here.git('checkout', '--quiet', 'main');
    await here.write({ [name]: '3\n', 'src/own.ts': '1\n' });
    await commitAll(here.folder);
    await here.git('merge', '--quiet', 'topic').catch(() => {});
    await here.write({ 'src/other.ts': '1\n' });
    await here.git('add', 'src/other.ts');
    const { code, stderr } = await here.run(['--staged']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        `--staged: a merge left conflicts in ${name}; resolve them, stage each with "git add", then review again`,
      ),
    ]);
    expect((await here.run()).code).toBe(0);
    await here.git('add', '--all');
    expect((await here.run(['--staged'])).code).toBe(0);
  });

  test('a new file of an export is about no rule by its words', async () => {
    const here = await reviewCheckout();
    const text = '# Legal notice\n\nBegin each script with a copyright notice when writing a legal notice\n';
    const rules = async (one: string) => {
      await here.write({ 'AGENTS.md': one });
      return (await here.json()).rules.map(({ id }) => id);
    };
    expect(await rules(text)).toContain('notice');
    expect(await rules(`<!-- precept:begin shop -->\n${text}<!-- precept:end -->\n`)).toEqual(['undo']);
  });

  test('a range is what its end changed, not what its start has besides', async () => {
    const here = await reviewCheckout();
    await here.git('checkout', '--quiet', '-b', 'topic');
    await here.write({ 'src/one.ts': '1\n' });
    await commitAll(here.folder);
    await here.git('checkout', '--quiet', 'main');
    await here.write({ 'src/main.ts': '1\n' });
    await commitAll(here.folder);
    expect((await here.json(['main..topic'])).files).toEqual([{ path: 'src/one.ts', status: 'added' }]);
  });

  test('renames under both names, deletions, modes, links, binaries, unusual names and line ends', async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    const here = await reviewCheckout({
      'src/moved.ts': text,
      'src/gone.ts': 'x\n',
      'run.sh': 'echo\n',
      'src/crlf.ts': 'a\r\nb\r\n',
      'bin.dat': 'a\0b',
    });
    await rename(path.join(here.folder, 'src/moved.ts'), path.join(here.folder, 'lib.ts'));
    await rm(path.join(here.folder, 'src/gone.ts'));
    await chmod(path.join(here.folder, 'run.sh'), 0o755);
    await symlink('src', path.join(here.folder, 'link'));
    await here.write({
      'src/crlf.ts': 'a\r\n/x?offset=1\r\n',
      'bin.dat': 'a\0c?offset=2',
      'src/naïve "name".ts': '/x?offset=3\n',
    });
    await here.git('add', '--all');
    const { files, rules } = await here.json(['--run']);
    expect(files).toEqual(
      expect.arrayContaining([
        { path: 'lib.ts', old: 'src/moved.ts', status: 'renamed' },
        { path: 'src/gone.ts', status: 'deleted' },
        { path: 'run.sh', status: 'modified' },
        { path: 'link', status: 'added' },
        { path: 'bin.dat', status: 'modified' },
        { path: 'src/naïve "name".ts', status: 'added' },
        { path: 'src/crlf.ts', status: 'modified' },
      ]),
    );
    expect(files).toHaveLength(7);
    const [first] = rules;
    expect(first?.chosen[0]?.files).toContain('src/moved.ts');
    expect(first?.findings).toEqual([
      { file: 'src/crlf.ts', line: 2, text: '/x?offset=1' },
      { file: 'src/naïve "name".ts', line: 1, text: '/x?offset=3' },
    ]);
  });

  test('a file that a byte 0 makes binary is not taken for one without mistakes', async () => {
    const here = await reviewCheckout();
    await here.write({ 'src/api/orders.ts': 'fetch("/orders?offset=2");\n//\0\n' });
    const { rules } = await here.json(['--run']);
    const hidden = { id: 'cursor-paging', outcome: 'not-run', reason: 'src/api/orders.ts is binary' };
    expect(rules[0]).toMatchObject(hidden);
    await here.write({ 'src/b.ts': '/x?offset=3\n' });
    expect((await here.json(['--run'])).rules[0]).toMatchObject({ outcome: 'violated' });
    await rm(path.join(here.folder, 'src/b.ts'));
    await rm(path.join(here.folder, 'src/api/orders.ts'));
    expect((await here.json(['--run'])).rules[0]).toMatchObject({ outcome: 'kept' });
  });

  test('a submodule by its path alone', async () => {
    const here = await reviewCheckout();
    const other = await tempFolder({ 'a.ts': '/x?offset=1\n' });
    await git(other, 'init', '--quiet');
    await commitAll(other);
    await here.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'src/sub');
    const { files, rules } = await here.json(['--run']);
    expect(files).toContainEqual({ path: 'src/sub', status: 'added' });
    const reason = 'src/sub is a submodule';
    expect(rules[0]).toMatchObject({ id: 'cursor-paging', outcome: 'not-run', reason });
  });

  test('a file that comes into the paths of a check by its new name is judged whole', async () => {
    const here = await reviewCheckout({
      'lib/old.ts': `${'export {};\n'.repeat(20)}fetch('/x?offset=1');\n`,
      'src/old.ts': `${'export {};\n'.repeat(30)}fetch('/x?offset=2');\n`,
    });
    await here.git('mv', 'lib/old.ts', 'src/new.ts');
    await here.git('mv', 'src/old.ts', 'src/moved.ts');
    const [rule] = (await here.json(['--run'])).rules;
    expect(rule?.findings).toEqual([{ file: 'src/new.ts', line: 21, text: "fetch('/x?offset=1');" }]);
  });

  test('a link is not taken for a file without mistakes', async () => {
    const here = await reviewCheckout();
    await symlink('../lib', path.join(here.folder, 'src/link'));
    const reason = 'src/link is a link';
    expect((await here.json(['--run'])).rules[0]).toMatchObject({ outcome: 'not-run', reason });
  });

  test('a linter does not vouch for a link or a binary file that has the name of a script', async () => {
    const here = await reviewCheckout({
      '.precept/rules/shop/commandments.yml':
        'a: {always: true, ruleset: [{rule: One, id: one, check: {eslint: no-console}}]}\n',
    });
    await here.write({ 'src/notes.md': 'No script\n' });
    const outcome = async () => (await here.json(['--run'])).rules[0];
    expect(await outcome()).toMatchObject({ outcome: 'kept' });
    await symlink('../lib/old.ts', path.join(here.folder, 'src/link.ts'));
    expect(await outcome()).toMatchObject({ outcome: 'not-run', reason: 'src/link.ts is a link' });
    await rm(path.join(here.folder, 'src/link.ts'));
    await here.write({ 'src/script.js': 'console.log(1)\0' });
    expect(await outcome()).toMatchObject({ outcome: 'not-run', reason: 'src/script.js is binary' });
  });

  test('a waived finding hides no file that was not looked into', async () => {
    const rule = "{rule: One, id: one, check: {pattern: 'offset=', paths: ['src/**', 'legacy/**']}}";
    const waiver = (paths: string) =>
      `waivers: [{rule: one, reason: Old, owner: us, until: 2099-01-01${paths}}]\n`;
    const here = await reviewCheckout({
      '.precept/rules/shop/commandments.yml': `a: {always: true, ruleset: [${rule}]}\n`,
      '.precept/rules/shop/waivers.yml': waiver(", paths: ['legacy/**']"),
    });
    await here.write({ 'legacy/a.ts': '/x?offset=1\n', 'src/bin.ts': '/x?offset=1\0' });
    const [judged] = (await here.json(['--run'])).rules;
    expect(judged).toMatchObject({
      outcome: 'not-run',
      reason: 'src/bin.ts is binary',
      findings: [{ file: 'legacy/a.ts', waived: true }],
    });
    const { code, stdout } = await here.run(['--run', '--strict']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('not-run (src/bin.ts is binary)')]);
    // A waiver of the whole rule covers what nobody looked into.
    await here.write({ '.precept/rules/shop/waivers.yml': waiver('') });
    const whole = await here.json(['--run', '--base-content', 'worktree']);
    expect(whole.rules[0]).toMatchObject({ outcome: 'waived' });
  });

  test('a command judges the deletion of a file of its paths', async () => {
    const check = "{command: 'sh -c \"test -f src/gone.ts || exit 1\"', paths: ['src/**']}";
    const here = await reviewCheckout({
      'src/gone.ts': 'export {};\n',
      '.precept/rules/shop/commandments.yml': `a: {always: true, ruleset: [{rule: One, id: one, check: ${check}}]}\n`,
    });
    await here.git('rm', '--quiet', 'src/gone.ts');
    const outcome = async (env = {}) => (await here.json(['--run'], { env })).rules[0];
    expect(await outcome()).toMatchObject({ outcome: 'not-run' });
    expect(await outcome({ PRECEPT_TRUST: '1' })).toMatchObject({
      outcome: 'violated',
      findings: [{ file: 'src/gone.ts' }],
    });
  });

  test('a command runs beside binaries, links and submodules of the commit', async () => {
    const here = await reviewCheckout({
      '.precept/rules/shop/commandments.yml':
        'a: {always: true, ruleset: [{rule: One, id: one, check: {command: \'sh -c "exit 1"\'}}]}\n',
    });
    await here.git('switch', '--quiet', '--create', 'change');
    await here.write({ 'logo.png': 'a\0b' });
    await symlink('src', path.join(here.folder, 'link'));
    await commitAll(here.folder);
    const env = { PRECEPT_TRUST: '1' };
    const outcome = async () => (await here.json(['--run', 'main...change'], { env })).rules[0];
    expect(await outcome()).toMatchObject({ outcome: 'violated' });
    await here.write({ 'logo.png': 'a\0c' });
    const reason = 'the work tree has another logo.png than the change';
    expect(await outcome()).toMatchObject({ outcome: 'not-run', reason });
  });

  test('attributes, filters and hooks of the change have no say', async () => {
    const here = await reviewCheckout();
    await here.git('config', 'filter.evil.clean', `touch ${here.home}/ran; cat`);
    await here.git('config', 'diff.evil.textconv', `touch ${here.home}/ran; true`);
    await here.git('config', 'diff.evil.command', `touch ${here.home}/ran; true`);
    await here.write({
      '.gitattributes': '*.ts -diff\nsrc/api/* filter=evil diff=evil\n',
      'src/api/orders.ts': '/x?offset=1\n',
    });
    const { rules } = await here.json(['--run']);
    expect(rules[0]).toMatchObject({ id: 'cursor-paging', outcome: 'violated' });
    await expect(rm(path.join(here.home, 'ran'))).rejects.toThrow();
  });

  test('a project below the root of its repository sees its own files', async () => {
    const here = await reviewCheckout({
      'packages/a/.precept/settings.yml': 'default_scope: a\n',
      'packages/a/.precept/rules/a/commandments.yml':
        "x: {ruleset: [{rule: R, id: no-todo, check: {pattern: TODO, paths: ['src/**']}}]}\n",
    });
    await here.write({ 'packages/a/src/x.ts': 'TODO\n', 'other.ts': 'TODO\n' });
    const cwd = path.join(here.folder, 'packages/a/src');
    const { files, rules } = await here.json(['--run'], { cwd });
    expect(files).toEqual([{ path: 'src/x.ts', status: 'added' }]);
    expect(rules[0]?.findings).toEqual([{ file: 'src/x.ts', line: 1, text: 'TODO' }]);
    const { stdout } = await here.run(['--run', '--format', 'rdjson'], { cwd });
    expect(JSON.parse(stdout).diagnostics[0].location.path).toBe('packages/a/src/x.ts');
  });
});

describe('a patch', () => {
  const patch = `diff --git a/src/api/orders.ts b/src/api/orders.ts
--- a/src/api/orders.ts
+++ b/src/api/orders.ts
@@ -1 +1,2 @@
 export const orders = 1;
+fetch('/orders?offset=1');
diff --git a/scripts/new.sh b/scripts/new.sh
new file mode 100644
--- /dev/null
+++ b/scripts/new.sh
@@ -0,0 +1 @@
+# Copyright
`;

  test('comes from a file or from standard input, and is judged against the base', async () => {
    const here = await reviewCheckout();
    await here.write({ 'change.diff': patch });
    const expected = [
      { path: 'src/api/orders.ts', status: 'modified' },
      { path: 'scripts/new.sh', status: 'added' },
    ];
    const { files, rules } = await here.json(['--patch', 'change.diff', '--run']);
    expect(files).toEqual(expected);
    expect(rules.map(({ id, outcome }) => [id, outcome])).toContainEqual(['cursor-paging', 'violated']);
    expect(rules.map(({ id, outcome }) => [id, outcome])).toContainEqual(['notice', 'kept']);
    expect((await here.json(['--patch', '-'], { input: patch })).files).toEqual(expected);
  });

  test.runIf(hasShell)('comes out of a pipe, which is not waited for without end', async () => {
    const here = await reviewCheckout();
    const pipe = path.join(here.folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const [{ files }] = await Promise.all([here.json(['--patch', 'pipe']), writeFile(pipe, patch)]);
    expect(files).toHaveLength(2);
    const world = { cwd: here.folder } as World;
    await expect(readPatch('pipe', { world }, 200)).rejects.toThrow(
      'nothing comes out of the pipe pipe: nobody writes to it',
    );
  });

  test('of any tool; without a repository as it lies', async () => {
    const folder = await tempFolder({
      '.precept/rules/shop/commandments.yml':
        "x: {ruleset: [{rule: R, id: no-todo, check: {pattern: TODO, paths: ['*.c']}}]}\n",
      'p.diff': '--- old/a.c\t2026-01-01\n+++ new/a.c\t2026-01-02\n@@ -0,0 +1 @@\n+TODO\n',
    });
    const here = await reviewCheckout();
    const { files, rules } = await here.json(['--patch', 'p.diff', '--scope', 'shop', '--run'], {
      cwd: folder,
    });
    expect(files).toEqual([{ path: 'new/a.c', status: 'modified' }]);
    expect(rules[0]).toMatchObject({ id: 'no-todo', outcome: 'violated' });
  });

  test('is not needed in a shallow clone of one branch: the command that is named fetches the other', async () => {
    const here = await reviewCheckout();
    const base = (await here.git('branch', '--show-current')).trim();
    await here.git('checkout', '-q', '-b', 'pr');
    await here.write({ 'src/api/orders.ts': 'export const orders = 2;\n' });
    await here.git('commit', '-qam', 'Two');
    await here.git('clone', '-q', '--depth', '1', '--branch', 'pr', `file://${here.folder}`, 'shallow');
    const cwd = `${here.folder}/shallow`;
    const { stderr } = await here.run([base], { cwd });
    const command = `git fetch --unshallow origin ${base}:refs/remotes/origin/${base}`;
    expect(stderr).toContain(`fetch the branch with "${command}", then give "origin/${base}"`);
    await here.git('-C', cwd, ...command.split(' ').slice(1));
    const { files } = await here.json([`origin/${base}`], { cwd });
    expect(files).toEqual([{ path: 'src/api/orders.ts', status: 'modified' }]);
  });

  test('with colours', async () => {
    const here = await reviewCheckout();
    await here.write({ 'src/api/orders.ts': 'export const orders = 2;\n' });
    const input = await here.git('diff', '--color=always');
    expect(input).toContain('\u001b[');
    const plain = await here.json(['--patch', '-'], { input: await here.git('diff', '--no-color') });
    expect(plain.files).toEqual([{ path: 'src/api/orders.ts', status: 'modified' }]);
    expect(await here.json(['--patch', '-'], { input })).toEqual(plain);
  });

  test('that is none, or missing, is refused in a sentence', async () => {
    const here = await reviewCheckout();
    await here.write({ 'note.txt': 'Hello\n' });
    const none = await here.run(['--patch', 'note.txt']);
    expect([none.code, none.stderr]).toEqual([
      1,
      'precept: The patch names no file: give what "git diff" prints.\n',
    ]);
    expect((await here.run(['--patch', 'absent.diff'])).code).toBe(2);
    expect((await here.run(['nowhere'])).stderr).toContain('"nowhere" is not a git ref here');
    expect((await here.json(['--patch', '-'], { input: '' })).files).toEqual([]);
  });
});
