import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRepository } from '../../../model/names/git-names.ts';
import { isInside } from '../../../runtime/files/files.ts';
import type { Tree } from './tree.ts';

/** A file that is put beside a SKILL.md; both are absolute. */
interface Placed {
  readonly path: string;
  readonly owner: string;
}

/**
 * The folders that would be git repositories once these files are in the tree: with what lies there already, or with folders that files of
 * earlier exports have left. One kata alone brings no repository, but several versions of one could bring its parts.
 */
export async function repositoriesWith(tree: Tree, files: readonly Placed[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [folder, names] of namesByFolder(files)) {
    // Most folders get nothing that a repository has.
    if (![...names].some((name) => /^(?:head|commondir|objects|refs)$/.test(name))) continue;
    if (isRepository(new Set([...names, ...(await namesLeft(tree, folder))]))) found.push(folder);
  }
  return found;
}

/** What the files put into each folder, in small letters, from those of their owners down. */
function namesByFolder(files: readonly Placed[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { path, owner } of files) {
    const top = dirname(owner);
    for (let place = path; place !== top && isInside(place, top); place = dirname(place)) {
      const folder = dirname(place);
      folders.set(
        folder,
        (folders.get(folder) ?? new Set()).add(place.slice(folder.length + 1).toLowerCase()),
      );
    }
  }
  return folders;
}

/** What is in a folder on the disk and stays there, in small letters. */
async function namesLeft(tree: Tree, folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const left: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (!tree.isSet(path) || (await tree.read(path)) !== null) left.push(name.toLowerCase());
  }
  return left;
}
