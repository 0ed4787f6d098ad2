import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside, readSmallFile } from '../runtime/files/files.ts';
import { openOwn } from '../runtime/files/own-file.ts';
import { createOwnFolder, isOwnFolder } from '../runtime/files/own-folder.ts';
import type { ReadAt } from './compiled/compiled-file.ts';

/** Where hooks keep what they know between runs: a folder of its user alone, below the setting cache_dir. */
export interface HookHome {
  /** Whether a hook has made it, and it is its user's alone. */
  isThere(): boolean;
  /** The same, once it is made where there is none. */
  isWritable(): Promise<boolean>;
  /** Calls `use` with a reader of a file that is whole, and its size; null without one. */
  open<Result>(name: string, use: (read: ReadAt, size: number) => Result): Result | null;
  /** The text of a small file; empty without one, and for one that is past its time. */
  text(name: string, maxAge: number): string;
  /** Appends to a file; false where it cannot. */
  append(name: string, text: string): Promise<boolean>;
  /** Writes a file whole or not at all; false where it cannot. */
  put(name: string, bytes: string | Uint8Array): Promise<boolean>;
  /** When a file was last written, in milliseconds since 1970; null without one. */
  time(name: string): number | null;
  /** Removes the files of these endings that are older than their time, in milliseconds. */
  sweep(ages: Readonly<Record<string, number>>): Promise<void>;
  /** Why the last of these could not write; null where each could. */
  why(): string | null;
}

/** Bytes of the state of a session at most: some ten thousand rules. */
const largestText = 4 * 1024 * 1024;
const mostSwept = 2000;
const { O_NONBLOCK = 0, O_RDONLY } = constants;

/** Most hooks write no whole file, and what that loads takes longer than the rest. */
const writers = () => import('../runtime/files/write-file.ts');

/** `cacheDir` is null where there is no place: then nothing is remembered. `within` is a folder inside of which no link is followed. */
export function createHookHome(cacheDir: string | null, within: string): HookHome {
  const folder = cacheDir === null ? null : join(cacheDir, 'hooks');
  const isReadable = () =>
    folder !== null && cacheDir !== null && isOwnFolder(cacheDir) && isOwnFolder(folder);
  let reason: string | null = cacheDir === null ? 'no folder is known; name one in cache_dir' : null;
  const own = (path: string) =>
    createOwnFolder(path, isInside(path, within) ? within : path, (what) => {
      reason = what;
    });
  const homes = folder === null || cacheDir === null ? [] : [own(cacheDir), own(folder)];
  const isWritable = async () => {
    for (const home of homes) if (!(await home.isUsable(true))) return false;
    return homes.length > 0;
  };
  const attempt = async (work: (place: string) => Promise<unknown>, name: string) => {
    try {
      if (folder === null || !(await isWritable())) return false;
      await work(join(folder, name));
      return true;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      return false;
    }
  };
  const area = { within: folder };
  const time = (name: string) => {
    try {
      return statSync(join(folder ?? '', name)).mtimeMs;
    } catch {
      return null;
    }
  };
  return {
    isThere: isReadable,
    isWritable,
    open(name, use) {
      if (folder === null || !isReadable()) return null;
      let file: number | null = null;
      try {
        // Without waiting for the other end of a pipe.
        const opened = openSync(join(folder, name), O_RDONLY | O_NONBLOCK);
        file = opened;
        const status = fstatSync(opened);
        return status.isFile() ? use((offset, length) => readAt(opened, offset, length), status.size) : null;
      } catch {
        return null;
      } finally {
        if (file !== null) closeSync(file);
      }
    },
    text(name, maxAge) {
      if (folder === null || !isReadable()) return '';
      const written = time(name);
      if (written === null || Date.now() - written > maxAge) return '';
      return readSmallFile(join(folder, name), largestText)?.toString('utf8') ?? '';
    },
    append: (name, text) =>
      attempt(async (place) => {
        const file = await openOwn(place, 'a+', folder, 0o600);
        try {
          const bytes = Buffer.from(text);
          const { bytesWritten } = await file.write(bytes);
          if (bytesWritten !== bytes.length) throw new Error(`${place} cannot be written; is the disk full?`);
        } finally {
          await file.close();
        }
      }, name),
    put: (name, bytes) =>
      attempt(async (place) => (await writers()).putFile(place, bytes, area, { mode: 0o600 }), name),
    time,
    async sweep(ages) {
      if (folder === null || !isReadable()) return;
      for (const name of readdirSync(folder).slice(0, mostSwept)) {
        const age = ages[name.slice(name.lastIndexOf('.') + 1)];
        const written = age === undefined ? null : time(name);
        if (written === null || age === undefined || Date.now() - written <= age) continue;
        await (await writers()).removeFile(join(folder, name), area).catch(() => {});
      }
    },
    why: () => reason,
  };
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}
