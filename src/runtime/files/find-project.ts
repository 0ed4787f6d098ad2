import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realPath } from './files.ts';

/** The folder whose `.precept` is meant in `cwd`: itself where it has settings or rules there, or else the project above. */
export async function findProject(cwd: string, home: string): Promise<string> {
  return (await hasProject(cwd)) ? cwd : ((await findProjectAbove(cwd, home)) ?? cwd);
}

/**
 * The nearest folder above `cwd` that has settings or rules in its `.precept`; null without one. The search ends below the
 * home folder, whose own `.precept` is for everything, and below the root of the file system. A folder counts only if its
 * `.precept` belongs to the owner of `cwd` or to root: it may name code to load, and whoever can write to /tmp must not
 * choose that for those who work below it.
 */
export async function findProjectAbove(cwd: string, home: string): Promise<string | null> {
  const end = await realPath(home);
  const isEnd = async (folder: string) => folder === home || (await realPath(folder)) === end;
  if (await isEnd(cwd)) return null;
  for (let folder = dirname(cwd); folder !== dirname(folder); folder = dirname(folder)) {
    if (await isEnd(folder)) return null;
    if (!(await hasProject(folder))) continue;
    const theirs = await ownerOf(join(folder, '.precept'));
    return theirs === 0 || theirs === (await ownerOf(cwd)) ? folder : null;
  }
  return null;
}

/** Whether a folder has settings or rules in its `.precept`. */
export async function hasProject(folder: string): Promise<boolean> {
  const places = ['settings.yml', 'rules'].map((name) => stat(join(folder, '.precept', name)));
  return (await Promise.allSettled(places)).some(({ status }) => status === 'fulfilled');
}

/** The number of the owner; 0 for everybody where the system knows no numbers, as on Windows. */
async function ownerOf(path: string): Promise<number> {
  return (await stat(path)).uid;
}
