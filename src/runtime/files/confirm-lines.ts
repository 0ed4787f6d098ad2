import { type FileHandle, open } from 'node:fs/promises';

export interface WrittenLine {
  /** With its line break. */
  readonly bytes: Buffer;
  /** A line break was written before it, to close a torn line. */
  readonly prefixed: boolean;
  readonly id?: string | undefined;
}

/** The id of a line; undefined where it has none. */
export type IdOf = (line: string) => string | undefined;

export type LineState = 'stored' | 'known' | 'lost';

const space = 32;
const lineBreak = 10;

/**
 * Looks for lines that were appended after `from` and says what became of them, repairing what a torn or simultaneous
 * write of another process did: a line glued to a torn one gets its line break, a blank line between goes, and of two
 * lines with one id the later is blanked. Older lines are asked for ids from `idsFrom` on.
 */
export async function confirmLines(
  file: FileHandle,
  path: string,
  from: number,
  lines: readonly WrittenLine[],
  idsFrom = from,
  idOf: IdOf = idOfJson,
): Promise<readonly LineState[]> {
  const start = Math.max(0, Math.min(from - 2, idsFrom));
  const region = await readFrom(file, start);
  const isBreak = (place: number) => place < 0 || region[place] === lineBreak;
  const found: LineState[] = [];
  let searched = from - start;

  for (const { bytes, prefixed, id } of lines) {
    const at = region.indexOf(bytes, searched);
    if (at === -1) {
      found.push('lost');
      continue;
    }
    searched = at + bytes.length;
    if (id !== undefined && hasId(region.subarray(idsFrom - start, at), id, idOf)) {
      const blank = Buffer.alloc(bytes.length, space);
      found.push((await overwrite(file, path, start + at, blank)) ? 'known' : 'stored');
      continue;
    }
    let whole = true;
    // The end of the file was looked at before writing, so what was written right there needs no second look.
    if (prefixed && isBreak(at - 2)) await overwrite(file, path, start + at - 1, Buffer.of(space));
    else if (start + at > from && !isBreak(at - 1)) {
      whole = await overwrite(file, path, start + at - 1, Buffer.of(lineBreak));
    }
    found.push(whole ? 'stored' : 'lost');
  }
  return found;
}

function idOfJson(line: string): string | undefined {
  try {
    const { id } = Object(JSON.parse(line)) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

async function readFrom(file: FileHandle, start: number): Promise<Buffer> {
  const { size } = await file.stat();
  const region = Buffer.alloc(Math.max(0, size - start));
  const { bytesRead } = await file.read(region, 0, region.length, start);
  return region.subarray(0, bytesRead);
}

function hasId(region: Buffer, id: string, idOf: IdOf): boolean {
  if (!region.includes(`"id":${JSON.stringify(id)}`)) return false;
  return region
    .toString('utf8')
    .split('\n')
    .some((line) => idOf(line) === id);
}

/** Writes in place, which a file opened for appending cannot; false when the path is not that file any more. */
async function overwrite(file: FileHandle, path: string, position: number, bytes: Buffer): Promise<boolean> {
  const target = await open(path, 'r+').catch(() => null);
  if (target === null) return false;
  try {
    const [mine, its] = await Promise.all([file.stat(), target.stat()]);
    if (mine.ino !== its.ino || mine.dev !== its.dev) return false;
    await target.write(bytes, 0, bytes.length, position);
    await target.datasync();
    return true;
  } catch {
    return false;
  } finally {
    await target.close();
  }
}
