import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { errorCode } from './files.ts';

/**
 * The values of a JSON Lines file, oldest first, read as a stream; undefined for a line that is not JSON (a torn last
 * one). Blank lines are passed over; a file that is not there has no lines.
 */
export async function* readJsonLines(file: string): AsyncGenerator<unknown> {
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
