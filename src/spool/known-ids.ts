import type { FileHandle } from 'node:fs/promises';
import { readLines } from '../runtime/files/read-lines.ts';
import { sha256 } from '../runtime/sha256.ts';

/** Bytes at the end of a log that are searched for ids when it is first needed. */
const window = 32 * 1024 * 1024;
const maxIds = 100_000;

/** The ids among the entries of a log, so that an entry that is sent twice is kept once. */
export interface KnownIds<Entry> {
  /** Reads what was appended since the last time, by whatever process; gives the place it has read to. */
  update(file: FileHandle): Promise<number>;
  /** The stored entry with this id. */
  find(file: FileHandle, id: string): Promise<Entry | null>;
}

/**
 * The log itself is the memory: there is no second file that could disagree with it. Of a long log the last 32 MiB count,
 * and of those the last 100,000 ids.
 */
export function createKnownIds<Entry extends { readonly id?: string | undefined }>(
  parse: (line: string) => Entry | null,
): KnownIds<Entry> {
  // A number for the id, whatever its length, and where its line begins.
  const places = new Map<number, number>();
  let inode = -1;
  let position = 0;

  return {
    async update(file) {
      const { size, ino } = await file.stat();
      if (ino !== inode || size < position) {
        places.clear();
        inode = ino;
        position = Math.max(0, size - window);
      }
      for await (const { offset, next, text, ended } of readLines(file, position, size)) {
        if (!ended) break;
        position = next;
        const id = text?.includes('"id":') ? parse(text)?.id : undefined;
        if (id === undefined) continue;
        const number = numberOf(id);
        if (places.has(number)) continue;
        places.set(number, offset);
        const [oldest] = places.size > maxIds ? places.keys() : [];
        if (oldest !== undefined) places.delete(oldest);
      }
      return position;
    },
    async find(file, id) {
      const offset = places.get(numberOf(id));
      if (offset === undefined) return null;
      for await (const { text } of readLines(file, offset)) {
        const entry = text === null ? null : parse(text);
        // Another id may have the same number; then both are stored again.
        return entry?.id === id ? entry : null;
      }
      return null;
    },
  };
}

/** 48 bits that two ids hardly ever share. */
function numberOf(id: string): number {
  return Number.parseInt(sha256(id).slice(0, 12), 16);
}
