import { execFile } from 'node:child_process';
import { appendFile, chmod, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { git, gitRepository } from '../support/git.ts';
import { runProgram, type StartOptions, startProgram } from '../support/program.ts';
import { hasShell, hasSignals } from '../support/system.ts';

const run = promisify(execFile);
const content = {
  '.precept/rules/shop/commandments.yml': 'a: {ruleset: [Do]}\n',
  '.precept/settings.yml': 'enabled_plugins: [git.context]\n',
  'AGENTS.md': '# Rules\n\n- Do that.\n',
};
const asks = [
  ['explain', 'shop', 'a'],
  ['import', '--scope', 'new'],
];

/** A `git` before the real one, which leaves its number, and what it was asked. */
async function recording() {
  const folder = await tempFolder();
  const real = (await run('sh', ['-c', 'command -v git'])).stdout.trim();
  await writeFile(
    path.join(folder, 'git'),
    `#!/bin/sh\necho "$$" >> "${folder}/pids"\nexec "${real}" "$@"\n`,
  );
  await chmod(path.join(folder, 'git'), 0o755);
  const pids = async () =>
    (await readFile(path.join(folder, 'pids'), 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map(Number);
  return { env: { PATH: `${folder}:${process.env.PATH}` }, pids };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const mkfifo = (file: string) => run('mkfifo', [file]);

describe.runIf(hasShell)('no git is left behind where a repository has it read', () => {
  test.each([
    ['mailmap.file', '/dev/zero'],
    ['blame.ignoreRevsFile', '/dev/zero'],
    ['blame.ignoreRevsFile', 'pipe'],
    ['core.attributesFile', 'pipe'],
    ['core.excludesFile', 'pipe'],
    ['mailmap.file', 'pipe'],
    ['include.path', 'pipe'],
  ])('%s of %s', async (key, value) => {
    const folder = await gitRepository(content);
    const pipe = path.join(folder, '.git/objects/pipe');
    await mkfifo(pipe);
    await git(folder, 'config', key, value === 'pipe' ? pipe : value);
    await leavesNone({ cwd: folder });
  });

  test.each([
    ['.git/config', 'pipe'],
    ['.git/info/exclude', 'pipe'],
    ['.git/info/attributes', '/dev/zero'],
    ['.git/refs/heads/main', '/dev/zero'],
    ['.git/packed-refs', 'pipe'],
    ['.gitattributes', 'pipe'],
    ['.gitignore', 'pipe'],
    ['.mailmap', 'pipe'],
  ])('%s that is %s', async (file, what) => {
    const folder = await gitRepository(content);
    const place = path.join(folder, file);
    await rm(place, { force: true });
    await (what === 'pipe' ? mkfifo(place) : symlink(what, place));
    await leavesNone({ cwd: folder });
  });

  async function leavesNone({ cwd }: StartOptions & { cwd: string }) {
    const { env, pids } = await recording();
    await Promise.all(asks.map((args) => runProgram(args, { cwd, env })));
    await expect.poll(async () => (await pids()).filter(isAlive)).toEqual([]);
  }
});

test.runIf(hasShell && hasSignals)('git ends with the program, killed or not', async () => {
  const folder = await gitRepository(content);
  const pipe = path.join(folder, '.git/objects/pipe');
  await mkfifo(pipe);
  await git(folder, 'config', 'include.path', pipe);
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGHUP', 'SIGINT'] as const) {
    const { env, pids } = await recording();
    const program = await startProgram(['explain', 'shop', 'a'], { cwd: folder, env });
    await expect.poll(async () => (await pids()).some(isAlive), { timeout: 30_000 }).toBe(true);
    program.signal(signal);
    await program.ended;
    await expect.poll(async () => (await pids()).filter(isAlive), { timeout: 30_000 }).toEqual([]);
  }
});

test('what a user ignores everywhere is ignored, and lists of commits to leave out are read', async () => {
  const folder = await gitRepository(content);
  const home = await tempFolder({ '.gitconfig': '[core]\n\texcludesFile = ~/mine\n', mine: 'notes.md\n' });
  await appendFile(path.join(folder, '.precept/rules/shop/commandments.yml'), '');
  await writeFile(path.join(folder, 'notes.md'), 'x');
  const { stdout } = await runProgram(['context', 'shop', '--format', 'json'], {
    cwd: folder,
    env: { HOME: home },
  });
  expect(stdout).toMatch(/"git_dirty"[^}]*false/);
});
