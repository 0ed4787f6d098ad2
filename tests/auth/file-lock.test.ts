import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LockTimeout, withFileLock } from '../../src/auth/tokens/file-lock.ts';
import { tempFolder } from '../support/folder.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The name of the claim that this process makes while it holds the lock. */
async function claimName(file: string): Promise<string> {
  return withFileLock(file, 60_000, async () => {
    const [name = ''] = await readdir(path.dirname(file));
    return name;
  });
}

test('of many at once, one works at a time, and each gets its turn', async () => {
  const file = path.join(await tempFolder(), 'store');
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await pause(2);
    inside--;
  };
  await Promise.all(Array.from({ length: 30 }, () => withFileLock(file, 60_000, work)));
  expect(most).toBe(1);
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('work that fails gives the lock back', async () => {
  const file = path.join(await tempFolder(), 'store');
  await expect(withFileLock(file, 60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withFileLock(file, 60_000, async () => 'free')).toBe('free');
});

test('a process that was killed holds nobody up', async () => {
  const file = path.join(await tempFolder(), 'store');
  const name = await claimName(file);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const [place, , end] = name.slice('store.lock-'.length).split('-');
  const other = path.join(path.dirname(file), `store.lock-${place}-${child.pid}-${end}`);
  await writeFile(other, '');
  await expect(withFileLock(file, 200, async () => {})).rejects.toThrow(LockTimeout);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await withFileLock(file, 60_000, async () => 'mine')).toBe('mine');
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test('a claim of another machine is taken away when it is old, and not before', async () => {
  const file = path.join(await tempFolder(), 'store');
  const other = `${file}.lock-000000000000-1-abcdef`;
  await writeFile(other, '');
  await expect(withFileLock(file, 200, async () => {})).rejects.toThrow(LockTimeout);
  const minute = new Date(Date.now() - 60_000);
  await utimes(other, minute, minute);
  expect(await withFileLock(file, 60_000, async () => 'mine')).toBe('mine');
  await expect(readFile(other)).rejects.toThrow('ENOENT');
});
