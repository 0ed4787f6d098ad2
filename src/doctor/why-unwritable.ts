import { constants } from 'node:fs';
import { access, lstat, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeOf } from '../runtime/files/own-place.ts';
import { reasonOf } from '../runtime/reason-of.ts';

/** Bytes that must be free: less than one report and what goes with it. */
const leastSpace = 1024 * 1024;

/** Why a file could not be appended to; null where it could. Nothing is created to find out. */
export async function whyUnwritable(
  path: string,
  within: string,
  shown: (path: string) => string,
): Promise<string | null> {
  const link = await placeOf(path, { within }).then(() => null, reasonOf);
  if (link !== null) return link;
  const status = await lstat(path).catch(() => null);
  if (status?.isSymbolicLink() && (await stat(path).catch(() => null)) === null)
    return 'it is a link that leads nowhere';
  const target = await stat(path).catch(() => null);
  if (target !== null && !target.isFile())
    return target.isDirectory() ? 'it is a folder' : 'it is not a regular file';
  try {
    if (target !== null) {
      // Asked by opening, which also knows of immutable files.
      await (await open(path, constants.O_WRONLY | constants.O_APPEND)).close();
    } else {
      const folder = await nearestFolder(dirname(path));
      if (!(await stat(folder)).isDirectory()) return `${shown(folder)} is not a folder`;
      await access(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    return reasonOf(error);
  }
  const space = await statfs(await nearestFolder(dirname(path))).catch(() => null);
  // Systems like /proc have no blocks at all.
  if (space?.blocks === 0) return 'its folder takes no such files';
  return space !== null && space.bavail * space.bsize < leastSpace ? 'its disk is full' : null;
}

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((await lstat(folder).catch(() => null)) !== null || dirname(folder) === folder) return folder;
  }
}
