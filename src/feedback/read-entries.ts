import type { FileHandle } from 'node:fs/promises';
import { errorCode } from '../runtime/files.ts';
import { openOwn } from '../runtime/own-file.ts';
import { readLines } from '../runtime/read-lines.ts';
import { type FeedbackEntry, type FeedbackType, parseLine } from './entry.ts';

export interface EntryFilter {
  readonly type?: FeedbackType | undefined;
  /** Milliseconds of the epoch; entries from then on. */
  readonly since?: number | undefined;
}

/**
 * The entries of a log, oldest first, as a stream; null for each line that is none (torn, or another program's), which
 * no filter leaves out. A log that is not there has no entries.
 */
export async function* readEntries(
  path: string,
  filter: EntryFilter = {},
  within: string | null = null,
): AsyncGenerator<FeedbackEntry | null> {
  const file = await openLog(path, within);
  if (file === null) return;
  try {
    for await (const { text } of readLines(file)) {
      if (text !== null && text.trim() === '') continue;
      const entry = text === null ? null : parseLine(text);
      if (entry === null || isWanted(entry, filter)) yield entry;
    }
  } finally {
    await file.close();
  }
}

/**
 * The log, open for reading; null where there is none. What is not a regular file (a device without an end) is none. Inside of
 * `within` no link is followed.
 */
export async function openLog(path: string, within: string | null): Promise<FileHandle | null> {
  let file: FileHandle;
  try {
    file = await openOwn(path, 'r', within);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

function isWanted(entry: FeedbackEntry, { type, since }: EntryFilter): boolean {
  if (type !== undefined && entry.type !== type) return false;
  return since === undefined || Date.parse(entry.timestamp) >= since;
}
