import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { access, type FileHandle, lstat, open, opendir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** The errno code of a failed system call (`ENOENT`, `EACCES` …), or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Thrown for a path that is neither absent nor a regular file. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  constructor(path: string) {
    super(`${path} is not a regular file`);
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR']);

const { O_NONBLOCK = 0, O_RDONLY } = constants;
/** More than any file of ours has that no other limit is for. */
const usualLimit = 16 * 1024 * 1024;

/**
 * Bytes of a file, or null when there is none; of one with more than `limit` bytes one more than that. Other failures are thrown as they
 * are, and NotAFile for what has no bytes of its own.
 */
export async function readOptionalFile(path: string, limit: number = usualLimit): Promise<Buffer | null> {
  try {
    // A pipe would block the reading thread for good, and a folder has no bytes.
    if (!(await stat(path)).isFile()) throw new NotAFile(path);
    // It may have become one since.
    const file = await open(path, O_RDONLY | O_NONBLOCK);
    try {
      return await readStart(file, limit + 1, path);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (absent.has(errorCode(error))) return null;
    throw error;
  }
}

/**
 * Bytes of a small file, read at once without a turn for others, which takes a tenth of the processor's time; null for one that cannot
 * be read, is not a regular file, or has more than `limit` bytes.
 */
export function readSmallFile(path: string, limit: number): Buffer | null {
  let file: number | null = null;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK);
    const status = fstatSync(file);
    if (!status.isFile() || status.size > limit) return null;
    const bytes = Buffer.alloc(status.size);
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** The first bytes of an open file, `limit` at most: a file may say a smaller size than it has, and grow. */
async function readStart(file: FileHandle, limit: number, path: string): Promise<Buffer> {
  const status = await file.stat();
  if (!status.isFile()) throw new NotAFile(path);
  const chunks: Buffer[] = [];
  let length = 0;
  let wanted = Math.min(status.size + 1, limit);
  while (length < limit) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    wanted = Math.min(Math.max(wanted - bytesRead, 64 * 1024), limit - length);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length);
}

/** Whether there is a link at `path`, wherever it leads. */
export async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * A text that changes whenever the file at `path` (or what a link there leads to) is written, replaced or given other
 * rights; `absent` where there is none.
 */
export async function fileStamp(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  } catch {
    return 'absent';
  }
}

/** Milliseconds by which the clock of a file system may be behind the system's. */
const coarse = 10;

/** A stamp as it may have been at `since` (milliseconds since 1970): `unknown` where the file has changed after that. */
export function stampAsOf(stamp: string, since: number): string {
  const changed = Number(stamp.split(' ')[2] ?? 0);
  return changed >= since - coarse ? 'unknown' : stamp;
}

/** A text that tells the folder at `path` (or the one a link there leads to) from any other; `absent` without one. */
export async function folderIdentity(path: string): Promise<string> {
  try {
    const status = await stat(path);
    // The number of a folder that was removed is soon given to another.
    if (status.isDirectory()) return `${status.dev} ${status.ino} ${status.birthtimeMs}`;
  } catch {}
  return 'absent';
}

/**
 * Where a path really leads, links followed, and spelt as the system spells it: on Windows and macOS one file has many spellings, by
 * letter case, short names and drives that stand for a folder. For one that is not there yet, its nearest folder that is decides.
 * What is compared with another path, or kept under its name, is compared in this form. `realpath` of `fs/promises` gives it too.
 */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realPath(above), basename(path));
  }
}

/** The same at once, for what is there; failures of the system are thrown. `realpathSync` itself keeps the spelling that it was given. */
export const realPathNow: (path: string) => string = realpathSync.native;

/** Whether a path is a folder, or lies in it; both absolute, without links. */
export function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below === '' || (below !== '..' && !below.startsWith(join('..', sep)) && !isAbsolute(below));
}

export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a folder has no entry; false where it cannot be listed. */
export async function isEmpty(folder: string): Promise<boolean> {
  const directory = await opendir(folder).catch(() => null);
  if (directory === null) return false;
  try {
    return (await directory.read()) === null;
  } finally {
    await directory.close();
  }
}

/** Why what is in a folder cannot be listed and read, as the code of the system (`ENOENT`, `EACCES` …); null where it can. */
export async function whyClosed(folder: string): Promise<string | null> {
  try {
    await (await opendir(folder)).close();
    // Who may list a folder need not be allowed to read what is in it.
    await access(folder, constants.X_OK);
    return null;
  } catch (error) {
    return errorCode(error) || 'unknown reason';
  }
}

/** Names of the directories directly in `path` (links to directories included), unsorted; none if it is absent. */
export async function listDirectories(path: string): Promise<string[]> {
  let entries: import('node:fs').Dirent[];
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (absent.has(errorCode(error))) return [];
    throw error;
  }
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(join(path, entry.name))))) {
      names.push(entry.name);
    }
  }
  return names;
}
