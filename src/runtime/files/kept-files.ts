import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from '../log.ts';
import { reasonOf } from '../reason-of.ts';
import { errorCode } from './files.ts';
import { openOwn } from './own-file.ts';
import { createOwnFolder } from './own-folder.ts';
import { isBusy } from './patiently.ts';
import { isDraft, putFile, removeFile, touchFile } from './write-file.ts';

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
  /** Warns, once, of a file that holds something else than was written. */
  damaged(name: string): void;
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

/** Bytes of a file that is read at most. */
export const maxKeptFile: number = 32 * 1024 * 1024;
/** Milliseconds after which whoever wrote a draft is gone: it takes a few. */
const draftAge = 10_000;
/** Other processes write too, so the folder is looked over again after so many files. */
const writesBetweenLooks = 64;

/** Keeps files in a folder that is the user's alone; one that is not is left alone, with one warning. */
export function createKeptFiles(options: KeptFilesOptions): KeptFiles {
  const folder = resolve(options.folder);
  let warned = false;
  const warn = (what: string) => {
    if (!warned) options.log.warn(`copies of masters are not kept: ${what}`);
    warned = true;
  };
  const told = new Set<string>();
  const place = (name: string) => join(folder, name);
  const area = { within: folder };
  const home = createOwnFolder(folder, options.within, warn);
  const names = async (): Promise<string[]> =>
    (await home.isUsable(false)) ? readdir(folder).catch(() => []) : [];
  const sweeper = createSweeper(folder, names, options);

  return {
    async read(name) {
      if (!(await home.isUsable(false))) return null;
      try {
        const file = await openOwn(place(name), 'r', folder);
        try {
          const { size, mtimeMs } = await file.stat();
          return size > maxKeptFile ? null : { bytes: await file.readFile(), time: Math.round(mtimeMs) };
        } finally {
          await file.close();
        }
      } catch {
        return null;
      }
    },
    async write(name, bytes, time) {
      if (!(await home.isUsable(true))) return false;
      try {
        await putFile(place(name), bytes, area, { mode: 0o600, time });
        sweeper.count(Buffer.byteLength(bytes));
        return true;
      } catch (error) {
        // On Windows a file that another process reads cannot be replaced; that one has just been confirmed.
        if (!isBusy(error)) warn(`${folder} cannot be written: ${reasonOf(error)}`);
        // The folder may have been removed.
        if (errorCode(error) === 'ENOENT') home.recheck();
        return false;
      }
    },
    async touch(name, time) {
      try {
        await touchFile(place(name), time, area);
        return true;
      } catch {
        return false;
      }
    },
    async remove(name) {
      if (await home.isUsable(false)) await removeFile(place(name), area).catch(() => {});
    },
    damaged(name) {
      if (!told.has(name)) options.log.warn(`${place(name)} is damaged and is not used`);
      told.add(name);
    },
    names,
    settled: sweeper.settled,
  };
}

/** Keeps the files of a folder below what they may take together. */
function createSweeper(
  folder: string,
  names: () => Promise<string[]>,
  { maxBytes, mayGo }: Pick<KeptFilesOptions, 'maxBytes' | 'mayGo'>,
) {
  let total: number | null = null;
  let writes = 0;
  let sweeping: Promise<void> = Promise.resolve();

  /** Adds up the files, takes away drafts that nobody finishes, and the oldest files where all are too large together. */
  async function sweep(): Promise<void> {
    const found = await Promise.all(
      (await names()).map(async (name) => {
        const status = await stat(join(folder, name)).catch(() => null);
        return status?.isFile() ? [{ name, size: status.size, time: status.mtimeMs }] : [];
      }),
    );
    const files = found.flat().sort((a, b) => a.time - b.time);
    let sum = files.reduce((bytes, { size }) => bytes + size, 0);
    for (const { name, size, time } of files) {
      const isLeft = isDraft(name) && Math.abs(Date.now() - time) > draftAge;
      if (!isLeft && (sum <= maxBytes || !mayGo(name))) continue;
      await removeFile(join(folder, name), { within: folder }).catch(() => {});
      sum -= size;
    }
    total = sum;
  }

  return {
    /** Counts a file that was written, and looks the folder over where that is due. */
    count(size: number): void {
      if (total !== null) total += size;
      if (total !== null && total <= maxBytes && ++writes % writesBetweenLooks !== 0) return;
      total ??= size;
      sweeping = sweeping.then(sweep, sweep);
    },
    settled: () => sweeping.catch(() => {}),
  };
}
