import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRepository } from '../../git/repository.ts';
import { type GitWorld, runGit } from '../../git/run-git.ts';

/** More files than are looked at. */
const mostFiles = 50_000;
const mostBytes = 32 * 1024 * 1024;
const patience = 30_000;
const deepest = 30;
/** Folders that hold what others wrote, or what is made. */
const passedOver = new Set(['node_modules', '.git', '.hg', '.svn', 'target', '.venv', '__pycache__']);

/** The files of a checkout, sorted: those that git does not ignore, or all where there is no git. Paths are relative to the folder. */
export async function checkoutFiles(world: GitWorld): Promise<readonly string[]> {
  return (await listedByGit(world)) ?? walked(world.cwd);
}

async function listedByGit(world: GitWorld): Promise<readonly string[] | null> {
  if (typeof (await findRepository(world)) === 'string') return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const asked = await runGit(world, args, patience, mostBytes);
  if (asked?.code !== 0) return null;
  const files = new Set(asked.stdout.split('\0').filter((file) => file !== ''));
  return [...files].sort().slice(0, mostFiles);
}

async function walked(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting: (readonly [string, number])[] = [['', 0]];
  for (const [folder, depth] of waiting) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < deepest && !passedOver.has(entry.name))
        waiting.push([path, depth + 1]);
      if (found.length + waiting.length >= mostFiles) return found.sort();
    }
  }
  return found.sort();
}
