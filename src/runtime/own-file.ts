import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode, isInside } from './files.ts';

/** A file of ours would be opened through a link, or is none that can be written line by line. */
export class NotOwnFile extends Error {
  override readonly name = 'NotOwnFile';
}

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;
const modes = { 'a+': O_APPEND | O_CREAT | O_RDWR, r: O_RDONLY };

/**
 * Opens a file that the program writes, to append to or to read. Inside the folder `within`, which may have come from anybody, no
 * link is followed (one could lead to any file of the user) and only a regular file is opened; null, and paths elsewhere, are their
 * user's own choice. Faults: NotOwnFile; failures of the system are thrown as they are.
 */
export async function openOwn(
  path: string,
  mode: keyof typeof modes,
  within: string | null,
): Promise<FileHandle> {
  if (within === null || !isInside(path, within)) return open(path, mode);
  await refuseLinks(path, within);
  // Without waiting for the other end of a pipe.
  const file = await open(path, modes[mode] | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw errorCode(error) === 'ELOOP' ? linkError(path) : error;
  });
  const status = await file.stat();
  // Of a folder the system says by itself that it is one.
  if (status.isFile() || status.isDirectory()) return file;
  await file.close();
  throw new NotOwnFile(`${path} is not a regular file; remove it, or name another file`);
}

/** Makes the folder of a file of ours, without going through links inside of `within`. Faults as `openOwn`. */
export async function makeOwnFolder(path: string, within: string | null): Promise<void> {
  const folder = dirname(path);
  if (within !== null && isInside(path, within)) await refuseLinks(folder, within);
  await mkdir(folder, { recursive: true });
}

/** Throws NotOwnFile where a path leads through a link below `within`. */
export async function refuseLinks(path: string, within: string): Promise<void> {
  let place = within;
  for (const name of relative(within, path).split(sep)) {
    if (name === '') continue;
    place = join(place, name);
    const status = await lstat(place).catch(() => null);
    if (status === null) return;
    if (status.isSymbolicLink()) throw linkError(place);
  }
}

function linkError(path: string): NotOwnFile {
  return new NotOwnFile(
    `${path} is a link, and inside of a project none is followed; remove it, or name another file`,
  );
}
