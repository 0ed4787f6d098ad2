import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { errorCode, NotAFile } from './files.ts';

/**
 * The values of a JSON Lines file, oldest first, read as a stream; undefined for a line that is not JSON (a torn last
 * one). Blank lines are passed over; a file that is not there has no lines.
 */
export async function* readJsonLines(file: string): AsyncGenerator<unknown> {
  const kind = await stat(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (kind === null) return;
  // A device has no end, and a pipe waits for somebody to write.
  if (!kind.isFile() && !kind.isDirectory()) throw new NotAFile(file);
  const lines = createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  try {
    for await (const line of lines) if (line.trim() !== '') yield parse(line);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
