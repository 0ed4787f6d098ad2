import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, isInside } from './files.ts';
import { NotOwnFile, placeOf } from './own-place.ts';

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;
const modes = { 'a+': O_APPEND | O_CREAT | O_RDWR, r: O_RDONLY };
/** How often in a row another program may put a new file in the place of the one that was opened. */
const maxTries = 5;

/**
 * Opens a file that the program writes, to append to or to read. Inside the folder `within`, which may have come from anybody, no
 * link is followed (one could lead to any file of the user) and only a regular file is opened; null, and paths elsewhere, are their
 * user's own choice. Nothing is appended there to a file with several names. `rights` are those of a file that is made. Faults: NotOwnFile; failures of the system are thrown as they are.
 */
export async function openOwn(
  path: string,
  mode: keyof typeof modes,
  within: string | null,
  rights: number = 0o666,
): Promise<FileHandle> {
  if (within === null || !isInside(path, within)) {
    await placeOf(path, { within });
    return open(path, mode, rights);
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const file = await openRegular(await placeOf(path, { within }), { mode, rights }, path);
    if (mode === 'r' || (await isStillAt(file, path, within).catch(closing(file)))) return file;
    await file.close();
  }
  throw new NotOwnFile('link', path);
}

async function openRegular(
  place: string,
  { mode, rights }: { readonly mode: keyof typeof modes; readonly rights: number },
  path: string,
): Promise<FileHandle> {
  // Without waiting for the other end of a pipe.
  const file = await open(place, modes[mode] | O_NOFOLLOW | O_NONBLOCK, rights).catch((error: unknown) => {
    throw errorCode(error) === 'ELOOP' ? new NotOwnFile('link', path) : error;
  });
  const status = await file.stat();
  const isElsewhere = status.isFile() && status.nlink > 1 && mode !== 'r';
  // Of a folder the system says by itself that it is one.
  if ((status.isFile() && !isElsewhere) || status.isDirectory()) return file;
  await file.close();
  throw new NotOwnFile(isElsewhere ? 'names' : 'irregular', path);
}

/** Whether an open file is the one at its path: a folder on the way may have become a link in between. */
async function isStillAt(file: FileHandle, path: string, within: string): Promise<boolean> {
  const [mine, its] = await Promise.all([
    file.stat(),
    placeOf(path, { within }).then((place) => lstat(place).catch(() => null)),
  ]);
  return its !== null && mine.ino === its.ino && mine.dev === its.dev;
}

function closing(file: FileHandle): (error: unknown) => Promise<never> {
  return async (error) => {
    await file.close();
    throw error;
  };
}

/** Makes the folder of a file of ours, without going through links inside of `within`. Faults as `openOwn`. */
export async function makeOwnFolder(path: string, within: string | null): Promise<void> {
  await mkdir(dirname(await placeOf(path, { within }, true)), { recursive: true });
}
