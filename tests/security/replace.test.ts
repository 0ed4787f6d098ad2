import { chmod, lstat, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NotOwnFile, ownChoice, placeOf } from '../../src/runtime/files/own-place.ts';
import { patiently } from '../../src/runtime/files/patiently.ts';
import { createFolder, putFile, putPrivateFile, replaceFile } from '../../src/runtime/files/write-file.ts';
import { tempFolder } from '../support/folder.ts';
import { hasLinks } from '../support/system.ts';

const busy = (code: string) => Object.assign(new Error(`${code}: in use`), { code, syscall: 'rename' });

/** A real rename, which fails so often first, as on Windows while another program has the file open. */
async function failing(code: string, times: number) {
  const folder = await tempFolder({ new: 'new', old: 'old' });
  const at = (name: string) => path.join(folder, name);
  let tries = 0;
  const move = async () => {
    if (tries++ < times) throw busy(code);
    await rename(at('new'), at('old'));
  };
  return { move, path: at('old'), tries: () => tries, text: () => readFile(at('old'), 'utf8') };
}

describe('a file that another program has open', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('is replaced once that lets go of it: %s', async (code) => {
    const file = await failing(code, 5);
    await patiently(file.path, file.move, 'win32');
    expect([file.tries(), await file.text()]).toEqual([6, 'new']);
  });

  test('is given up in the end, with its name and the code of the system', async () => {
    const file = await failing('EPERM', 1000);
    const failure = await patiently(file.path, file.move, 'win32').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'EPERM', syscall: 'rename', path: file.path });
    expect(String(failure)).toContain(`${file.path} cannot be changed (EPERM)`);
    expect([file.tries(), await file.text()]).toEqual([9, 'old']);
  });

  test.each([
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
    ['win32', 'ENOENT'],
    ['win32', 'EROFS'],
  ])('and any other failure is thrown at once: %s, %s', async (system, code) => {
    const file = await failing(code, 1);
    await expect(patiently(file.path, file.move, system)).rejects.toThrow(`${code}: in use`);
    expect(file.tries()).toBe(1);
  });
});

describe.runIf(hasLinks)('a file of a person', () => {
  test('that is private replaces a link; its folder may be one', async () => {
    const home = await tempFolder({ 'dotfiles/precept/': '', 'dotfiles/old.json': 'old' });
    await mkdir(path.join(home, '.config'));
    await symlink('../dotfiles/precept', path.join(home, '.config/precept'));
    await symlink('../old.json', path.join(home, 'dotfiles/precept/trust.json'));
    const file = path.join(home, '.config/precept/trust.json');
    await putPrivateFile(file, 'new');
    expect(await readFile(path.join(home, 'dotfiles/old.json'), 'utf8')).toBe('old');
    expect(await readFile(path.join(home, 'dotfiles/precept/trust.json'), 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await lstat(path.join(home, '.config/precept'))).isSymbolicLink()).toBe(true);
  });

  test('that is replaced stays a link with its mode', async () => {
    const home = await tempFolder({ 'dotfiles/rules.yml': 'old' });
    await chmod(path.join(home, 'dotfiles/rules.yml'), 0o640);
    await symlink('dotfiles/rules.yml', path.join(home, 'rules.yml'));
    await replaceFile(path.join(home, 'rules.yml'), 'new', ownChoice);
    expect(await readFile(path.join(home, 'dotfiles/rules.yml'), 'utf8')).toBe('new');
    expect((await stat(path.join(home, 'dotfiles/rules.yml'))).mode & 0o777).toBe(0o640);
    expect(await readdir(home)).toEqual(['dotfiles', 'rules.yml']);
  });
});

describe.runIf(hasLinks)('a place', () => {
  test('is never among what git keeps, but for a working tree that lies there', async () => {
    const folder = await tempFolder({ '.git/config': '', '.git/worktrees/one/.git': 'gitdir: x' });
    const judged = (...names: string[]) => placeOf(path.join(folder, ...names), ownChoice);
    for (const name of ['.git', '.GIT', 'git~1', '.git ', '.git.', '.git::$INDEX_ALLOCATION', '.g\u200cit'])
      await expect(judged(name, 'config')).rejects.toThrow(NotOwnFile);
    await expect(judged('.git')).rejects.toThrow(/into a folder of git/);
    await expect(judged('.git/worktrees/one/.git')).rejects.toThrow(NotOwnFile);
    expect(await judged('.git/worktrees/one/AGENTS.md')).toBe(
      path.join(folder, '.git/worktrees/one/AGENTS.md'),
    );
    expect(await judged('.github/x', '.gitignore')).toBe(path.join(folder, '.github/x/.gitignore'));
  });

  test('is judged again before the file appears: a folder that has become a link leaves nothing behind', async () => {
    const top = await tempFolder({ 'project/logs/a.json': 'old', 'elsewhere/a.json': 'theirs' });
    const at = (name: string) => path.join(top, name);
    const area = { within: at('project') };
    // What is written comes in parts, as Node takes it: in between the folder is swapped.
    async function* swapping() {
      yield 'new';
      await rename(at('project/logs'), at('project/moved'));
      await symlink(at('elsewhere'), at('project/logs'));
    }
    const text = swapping() as unknown as string;
    await expect(putFile(at('project/logs/a.json'), text, area, { mode: 0o600 })).rejects.toThrow(NotOwnFile);
    expect(await readdir(at('elsewhere'))).toEqual(['a.json']);
    expect(await readFile(at('elsewhere/a.json'), 'utf8')).toBe('theirs');
  });
});

test('a folder appears whole, or what has its name stays', async () => {
  const top = await tempFolder({ 'there/x': 'x' });
  const files = new Map([
    ['a.yml', 'a'],
    ['files/b', 'b'],
  ]);
  const area = { within: top };
  expect(await createFolder(path.join(top, 'there'), files, area)).toBe(false);
  expect(await createFolder(path.join(top, 'new/one'), files, area)).toBe(true);
  expect(await readFile(path.join(top, 'new/one/files/b'), 'utf8')).toBe('b');
  expect(await readdir(top)).toEqual(['new', 'there']);
  await writeFile(path.join(top, 'file'), '');
  expect(await createFolder(path.join(top, 'file'), files, area)).toBe(false);
});
