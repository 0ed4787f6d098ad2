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

/** The files of a checkout, sorted. */
export interface CheckoutFiles {
  /** Relative to the folder. */
  readonly files: readonly string[];
  /** Whether there are more of them than are looked at. */
  readonly isCut: boolean;
}

/** The files of a checkout that git does not ignore, or all where there is no git. */
export async function checkoutFiles(world: GitWorld): Promise<CheckoutFiles> {
  return (await listedByGit(world)) ?? walked(world.cwd);
}

async function listedByGit(world: GitWorld): Promise<CheckoutFiles | null> {
  if (typeof (await findRepository(world)) === 'string') return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const asked = await runGit(world, args, patience, mostBytes);
  if (asked?.code !== 0) return null;
  const files = new Set(asked.stdout.split('\0').filter((file) => file !== ''));
  return { files: [...files].sort().slice(0, mostFiles), isCut: files.size > mostFiles };
}

async function walked(root: string): Promise<CheckoutFiles> {
  const found: string[] = [];
  const waiting: (readonly [string, number])[] = [['', 0]];
  for (const [folder, depth] of waiting) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < deepest && !passedOver.has(entry.name))
        waiting.push([path, depth + 1]);
      if (found.length + waiting.length >= mostFiles) return { files: found.sort(), isCut: true };
    }
  }
  return { files: found.sort(), isCut: false };
}
