import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The folder whose `.precept` is meant in `cwd`: the nearest, upwards from `cwd`, that has settings or rules there, or `cwd`
 * where none has. The search ends below the home folder, whose own `.precept` is for everything, and below the root of the
 * file system. A folder above counts only if its `.precept` belongs to the owner of `cwd` or to root: it may name code
 * to load, and whoever can write to /tmp must not choose that for those who work below it.
 */
export async function findProject(cwd: string, home: string): Promise<string> {
  if (await hasProject(cwd)) return cwd;
  const ends = new Set([home, await realpath(home).catch(() => home)]);
  const owner = await ownerOf(cwd);
  if (ends.has(cwd)) return cwd;
  for (let folder = dirname(cwd); !ends.has(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    if (!(await hasProject(folder))) continue;
    const theirs = await ownerOf(join(folder, '.precept'));
    return theirs === owner || theirs === 0 ? folder : cwd;
  }
  return cwd;
}

async function hasProject(folder: string): Promise<boolean> {
  const places = ['settings.yml', 'rules'].map((name) => stat(join(folder, '.precept', name)));
  return (await Promise.allSettled(places)).some(({ status }) => status === 'fulfilled');
}

/** The number of the owner; 0 for everybody where the system knows no numbers, as on Windows. */
async function ownerOf(path: string): Promise<number> {
  return (await stat(path)).uid;
}
