import { lstat, mkdir, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { errorCode, isInside } from './files.ts';
import type { Logger } from './log.ts';
import { openOwn, refuseLinks } from './own-file.ts';
import { reasonOf } from './reason-of.ts';
import { isDraft, writeRepeatable } from './write-file.ts';

export interface KeptFile {
  readonly bytes: Buffer;
  /** Milliseconds since the epoch: when it was last written or confirmed. */
  readonly time: number;
}

/** A folder of files that can be had again, shared by processes. No failure of it stops anything: nothing here rejects. */
export interface KeptFiles {
  read(name: string): Promise<KeptFile | null>;
  /** Writes a file whole or not at all. False where that failed. */
  write(name: string, bytes: string, time: number): Promise<boolean>;
  /** Confirms a file as of `time`; false where there is none. */
  touch(name: string, time: number): Promise<boolean>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
  /** Settles once what runs in the background is done. */
  settled(): Promise<void>;
}

export interface KeptFilesOptions {
  readonly folder: string;
  /** Inside of it no link is followed. */
  readonly within: string;
  /** Bytes of all files together; those confirmed longest ago go first. */
  readonly maxBytes: number;
  /** Whether a file may go where there are too many. */
  readonly mayGo: (name: string) => boolean;
  readonly log: Pick<Logger, 'warn'>;
}

const maxFile = 32 * 1024 * 1024;
/** Milliseconds after which whoever wrote a draft is gone: it takes a few. */
const draftAge = 10_000;
/** Other processes write too, so the folder is looked over again after so many files. */
const writesBetweenLooks = 64;

/** Keeps files in a folder that is the user's alone; one that is not is left alone, with one warning. */
export function createKeptFiles(options: KeptFilesOptions): KeptFiles {
  const { within, maxBytes, mayGo, log } = options;
  const folder = resolve(options.folder);
  let usable: boolean | null = null;
  let warned = false;
  let total: number | null = null;
  let writes = 0;
  let sweeping: Promise<void> = Promise.resolve();

  const warn = (what: string) => {
    if (!warned) log.warn(`copies of masters are not kept: ${what}`);
    warned = true;
  };
  const place = (name: string) => join(folder, name);

  /** Whether the folder is there and the user's alone. */
  async function isUsable(make: boolean): Promise<boolean> {
    if (usable !== null) return usable;
    try {
      if (isInside(folder, within)) await refuseLinks(folder, within);
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
  }

  async function names(): Promise<string[]> {
    return (await isUsable(false)) ? readdir(folder).catch(() => []) : [];
  }

  /** Adds up the files, takes away drafts that nobody finishes, and the oldest files where all are too large together. */
  async function sweep(): Promise<void> {
    const found = await Promise.all(
      (await names()).map(async (name) => {
        const status = await stat(place(name)).catch(() => null);
        return status?.isFile() ? [{ name, size: status.size, time: status.mtimeMs }] : [];
      }),
    );
    const files = found.flat().sort((a, b) => a.time - b.time);
    let sum = files.reduce((bytes, { size }) => bytes + size, 0);
    for (const { name, size, time } of files) {
      const isLeft = isDraft(name) && Math.abs(Date.now() - time) > draftAge;
      if (!isLeft && (sum <= maxBytes || !mayGo(name))) continue;
      await unlink(place(name)).catch(() => {});
      sum -= size;
    }
    total = sum;
  }

  function count(size: number): void {
    if (total !== null) total += size;
    if (total !== null && total <= maxBytes && ++writes % writesBetweenLooks !== 0) return;
    total ??= size;
    sweeping = sweeping.then(sweep, sweep);
  }

  return {
    async read(name) {
      if (!(await isUsable(false))) return null;
      try {
        const file = await openOwn(place(name), 'r', folder);
        try {
          const { size, mtimeMs } = await file.stat();
          return size > maxFile ? null : { bytes: await file.readFile(), time: Math.round(mtimeMs) };
        } finally {
          await file.close();
        }
      } catch {
        return null;
      }
    },
    async write(name, bytes, time) {
      if (!(await isUsable(true))) return false;
      try {
        await writeRepeatable(place(name), bytes, time);
        count(Buffer.byteLength(bytes));
        return true;
      } catch (error) {
        // On Windows a file that another process reads cannot be replaced; that one has just been confirmed.
        const isBusy =
          ['EPERM', 'EBUSY', 'EACCES'].includes(errorCode(error)) && process.geteuid === undefined;
        if (!isBusy) warn(`${folder} cannot be written: ${reasonOf(error)}`);
        // The folder may have been removed.
        if (errorCode(error) === 'ENOENT') usable = null;
        return false;
      }
    },
    async touch(name, time) {
      try {
        await utimes(place(name), time / 1000, time / 1000);
        return true;
      } catch {
        return false;
      }
    },
    async remove(name) {
      if (await isUsable(false)) await unlink(place(name)).catch(() => {});
    },
    names,
    settled: () => sweeping.catch(() => {}),
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
  let status: Awaited<ReturnType<typeof lstat>>;
  try {
    status = await lstat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return 'absent';
    throw error;
  }
  if (status.isSymbolicLink()) return 'is a link';
  if (!status.isDirectory()) return 'is not a folder';
  // Windows has neither owners nor modes of this kind.
  if (process.geteuid === undefined) return null;
  if (status.uid !== process.geteuid()) return 'belongs to somebody else';
  return (Number(status.mode) & 0o022) === 0 ? null : 'can be written by others';
}
