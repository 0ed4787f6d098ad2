import { fstatSync, ftruncateSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { confirmLines, type IdOf } from './confirm-lines.ts';
import { makeOwnFolder, openOwn } from './own-file.ts';

/** What became of one line: it is on disk, it was there already under its id, or why neither. */
export type Fate = 'stored' | 'known' | Error;

export interface NewLine {
  /** Without its line break; lines that belong together, of which all or none are stored, have one between them. */
  readonly text: string;
  /** Given when an older line with this id makes this one a copy. */
  readonly id?: string | undefined;
}

const space = 32;
const lineBreak = 10;
/** How far back a tail of spaces is followed: more than a withdrawn line is long. */
const lookBack = 256 * 1024;
const maxTries = 3;

/**
 * Runs `work` with the log at `path` open for appending and reading; it is made, with its folders, where there is none. Inside of
 * `within` no link is followed.
 */
export async function withLog<Result>(
  path: string,
  within: string | null,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  await makeOwnFolder(path, within);
  const file = await openOwn(path, 'a+', within);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/**
 * Appends lines to an open log, one write each, and flushes them to disk with one flush. Other processes may do the same
 * at the same time: there is no lock that a killed process could leave behind. Instead each batch looks at what it
 * wrote and repairs what got in its way. A line that does not fit on the disk is taken back whole. Ids are known to be new
 * up to `idsFrom`, a place in the log; `idOf` reads them.
 */
export async function appendLines(
  file: FileHandle,
  path: string,
  lines: readonly NewLine[],
  { idsFrom, idOf }: { readonly idsFrom?: number | undefined; readonly idOf?: IdOf } = {},
): Promise<readonly Fate[]> {
  const fates: Fate[] = lines.map(() => new Error('it was overwritten again and again'));
  let left = lines.map((_, index) => index);
  for (let tries = 0; tries < maxTries && left.length > 0; tries++) {
    const stats = await file.stat();
    const from = stats.isFile() ? stats.size : 0;
    let prefix = stats.isFile() && (await isTorn(file, from)) ? '\n' : '';
    const written: { index: number; bytes: Buffer; prefixed: boolean }[] = [];
    for (const index of left) {
      const { text } = lines[index] as NewLine;
      try {
        await writeWhole(file, Buffer.from(`${prefix}${text}\n`));
        written.push({ index, bytes: Buffer.from(`${text}\n`), prefixed: prefix !== '' });
        prefix = '';
      } catch (error) {
        fates[index] = asError(error);
      }
    }
    if (written.length === 0) break;
    await flush(file, path, stats.isFile(), from === 0);
    const mine = written.map(({ index, bytes, prefixed }) => ({ bytes, prefixed, id: lines[index]?.id }));
    const found = stats.isFile()
      ? await confirmLines(file, path, from, mine, Math.min(idsFrom ?? from, from), idOf)
      : mine.map(() => 'stored' as const);
    left = [];
    written.forEach(({ index }, place) => {
      const fate = found[place] ?? 'lost';
      if (fate === 'lost') left.push(index);
      else fates[index] = fate;
    });
  }
  return fates;
}

/** Whether the last line has no line break. Spaces after one are what is left of a line that was taken back. */
async function isTorn(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const tail = Buffer.alloc(1);
  await file.read(tail, 0, 1, size - 1);
  if (tail[0] !== space) return tail[0] !== lineBreak;
  const length = Math.min(size, lookBack);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const last = buffer.findLast((byte) => byte !== space);
  return last === undefined ? length < size : last !== lineBreak;
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten === bytes.length) return;
  takeBack(file, bytes.subarray(0, bytesWritten));
  throw new Error(`only ${bytesWritten} of ${bytes.length} bytes could be written; is the disk full?`);
}

/**
 * Cuts a part of a line off the end of the file. Three calls without a pause between them, so that no other process
 * gets its line in; if one has, or the file cannot be cut, the part stays, and the next writer closes it with a line break.
 */
function takeBack(file: FileHandle, part: Buffer): void {
  try {
    const { size } = fstatSync(file.fd);
    const tail = Buffer.alloc(part.length);
    readSync(file.fd, tail, 0, part.length, size - part.length);
    if (tail.equals(part)) ftruncateSync(file.fd, size - part.length);
  } catch {
    // The write has failed already; that is what is reported.
  }
}

async function flush(file: FileHandle, path: string, regular: boolean, isNew: boolean): Promise<void> {
  if (!regular) return;
  await file.datasync();
  if (!isNew) return;
  // A new file's name is on disk only when its folder is. Windows cannot open folders and needs no such thing.
  const folder = await open(dirname(path), 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
