import { lstatSync, type Stats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { reasonOf } from '../reason-of.ts';
import { errorCode } from './files.ts';
import { placeOf } from './own-place.ts';

/** A folder for the user alone, which may not be there yet. */
export interface OwnFolder {
  /** Whether it is there and the user's alone; `make` makes it. What was found once holds. */
  isUsable(make: boolean): Promise<boolean>;
  /** Has it looked at again: it may have been removed. */
  recheck(): void;
}

/** `within` is a folder inside of which no link is followed; `warn` hears why this one cannot be used. */
export function createOwnFolder(folder: string, within: string, warn: (what: string) => void): OwnFolder {
  let usable: boolean | null = null;
  return {
    async isUsable(make) {
      if (usable !== null) return usable;
      try {
        await placeOf(folder, { within });
        if (make) await makeFolder(folder);
        const wrong = await whyNotOurs(folder);
        if (wrong === 'absent') return false;
        if (wrong !== null) warn(`the folder ${folder} ${wrong}; name another in cache_dir`);
        usable = wrong === null;
      } catch (error) {
        warn(`${reasonOf(error)}; name a folder that you may write to in cache_dir`);
        usable = false;
      }
      return usable;
    },
    recheck() {
      usable = null;
    },
  };
}

/** Makes a folder and those around it, one by one: `recursive` may never end below /proc in Node 20. */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, 0o700).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await make();
  }
}

/** Why a folder is not the user's alone, `absent` where there is none; null where it is. */
async function whyNotOurs(path: string): Promise<string | null> {
  try {
    return wrongOf(await lstat(path));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return 'absent';
    throw error;
  }
}

/** Whether a folder is there and the user's alone, told at once: for a program that ends before others would have their turn. */
export function isOwnFolder(path: string): boolean {
  try {
    return wrongOf(lstatSync(path)) === null;
  } catch {
    return false;
  }
}

function wrongOf(status: Stats): string | null {
  if (status.isSymbolicLink()) return 'is a link';
  if (!status.isDirectory()) return 'is not a folder';
  // Windows has neither owners nor modes of this kind.
  if (process.geteuid === undefined) return null;
  if (status.uid !== process.geteuid()) return 'belongs to somebody else';
  return (Number(status.mode) & 0o022) === 0 ? null : 'can be written by others';
}
