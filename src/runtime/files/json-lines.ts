import { type FileHandle, stat } from 'node:fs/promises';
import { errorCode, NotAFile } from './files.ts';
import { openOwn } from './own-file.ts';
import { readLines } from './read-lines.ts';

/**
 * The values of a JSON Lines file, oldest first, read as a stream; undefined for a line that is not JSON (a torn last
 * one), or over 1 MiB. Blank lines are passed over; a file that is not there has no lines. Inside of `within` no link is followed.
 */
export async function* readJsonLines(path: string, within: string | null = null): AsyncGenerator<unknown> {
  let file: FileHandle;
  try {
    const kind = await stat(path);
    // A device has no end, and a pipe waits for somebody to write.
    if (!kind.isFile() && !kind.isDirectory()) throw new NotAFile(path);
    file = await openOwn(path, 'r', within);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    for await (const { text } of readLines(file)) {
      if (text === null) yield undefined;
      else if (text.trim() !== '') yield parse(text);
    }
  } finally {
    await file.close();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
