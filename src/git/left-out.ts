import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** Milliseconds for a question that git answers at once. */
const patience = 10_000;
const mostLists = 10;
const mostBytes = 1024 * 1024;

/** The lists of commits that the settings of a repository have blame leave out, as far as they are files that end. */
export async function leftOutLists({ world, prefix }: Repository): Promise<string[]> {
  const args = ['config', '-z', '--type=path', '--get-all', 'blame.ignoreRevsFile'];
  const asked = await runGit(world, args, patience);
  if (asked?.code !== 0) return [];
  const root = path.resolve(world.cwd, ...prefix.split('/').map((part) => (part === '' ? '.' : '..')));
  const files = asked.stdout
    .split('\0')
    .filter((file) => file !== '')
    .map((file) => path.resolve(root, file));
  const areLists = await Promise.all(files.slice(0, mostLists).map(isList));
  return files.filter((_, index) => areLists[index] === true);
}

async function isList(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => null);
  return status?.isFile() === true && status.size <= mostBytes;
}
