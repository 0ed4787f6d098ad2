import type { FileHandle } from 'node:fs/promises';
import { errorCode } from '../runtime/files/files.ts';
import { openOwn } from '../runtime/files/own-file.ts';

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
