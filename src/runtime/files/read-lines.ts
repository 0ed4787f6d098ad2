import type { FileHandle } from 'node:fs/promises';

export interface LogLine {
  /** Where it starts, in bytes. */
  readonly offset: number;
  /** Where the next one starts. */
  readonly next: number;
  /** Null for one that is too long to be ours. */
  readonly text: string | null;
  /** False for a last line that has no line break. */
  readonly ended: boolean;
}

const chunkSize = 64 * 1024;
/** Longer lines are passed over, so that a foreign file cannot fill the memory. An entry of ours has 64 KiB at most. */
const maxLine = 1024 * 1024;
const lineBreak = 10;

/** The lines of a file between two places, as a stream: memory holds one chunk and one line. */
export async function* readLines(
  file: FileHandle,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<LogLine> {
  const chunk = Buffer.allocUnsafe(chunkSize);
  let parts: Buffer[] = [];
  let length = 0;
  let start = from;
  let position = from;

  const take = (end: number, ended: boolean): LogLine => {
    const text = length > maxLine ? null : Buffer.concat(parts).toString('utf8');
    const line = { offset: start, next: end, text, ended };
    parts = [];
    length = 0;
    start = end;
    return line;
  };
  const keep = (bytes: Buffer) => {
    length += bytes.length;
    if (length > maxLine) parts = [];
    else parts.push(Buffer.from(bytes));
  };

  while (position < to) {
    const wanted = Math.min(chunkSize, to - position);
    const { bytesRead } = await file.read(chunk, 0, wanted, position);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    let done = 0;
    for (let end = bytes.indexOf(lineBreak); end !== -1; end = bytes.indexOf(lineBreak, done)) {
      keep(bytes.subarray(done, end));
      done = end + 1;
      yield take(position + done, true);
    }
    keep(bytes.subarray(done));
    position += bytesRead;
  }
  if (length > 0) yield take(position, false);
}
