import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { errorCode, isInside } from './files.ts';

/** A folder of the program's own in the system's folder for what is temporary, its user's alone. Gives its real path. */
export async function makeWorkFolder(prefix: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), prefix)));
}

/** Whether a path is one that `makeWorkFolder` may have given. */
export async function isWorkFolder(path: string, prefix: string): Promise<boolean> {
  const status = await lstat(path).catch(() => null);
  return (
    status?.isDirectory() === true &&
    basename(path).startsWith(prefix) &&
    dirname(path) === (await realpath(tmpdir()))
  );
}

/** Makes folders in a work folder, those around them too. */
export async function makeFolders(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await mkdir(path, { recursive: true });
}

/**
 * Copies a folder without its `.git`, or a file. Links stay links where they lead to a place in the folder, whatever others lead to; others,
 * and what is neither file nor folder, are left out.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (path) => {
      if (basename(path) === '.git' && path !== from) return false;
      const status = await lstat(path);
      if (!status.isSymbolicLink()) return status.isFile() || status.isDirectory();
      const target = await readlink(path);
      return isPlain(target) && isInside(resolve(dirname(path), target), from);
    },
  });
}

/** Whether a link says where it leads by its words alone: `..` behind a name counts from wherever that leads, if it is a link itself. */
function isPlain(target: string): boolean {
  const parts = target.split(/[\\/]/);
  const first = parts.findIndex((part) => part !== '..' && part !== '.');
  return !isAbsolute(target) && !(first >= 0 && parts.includes('..', first));
}

/** Removes a work folder with all that is in it, also what a program has made unwritable there. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  try {
    await remove();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes(errorCode(error))) throw error;
    await openFolders(path);
    await remove();
  }
}

async function openFolders(path: string): Promise<void> {
  await chmod(path, 0o700).catch(() => {});
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
}
