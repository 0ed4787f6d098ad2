import type { FileHandle } from 'node:fs/promises';
import { readLines } from '../runtime/read-lines.ts';

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
  const places = new Map<string, { readonly offset: number; readonly next: number }>();
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
        if (id === undefined || places.has(id)) continue;
        places.set(id, { offset, next });
        const [oldest] = places.size > maxIds ? places.keys() : [];
        if (oldest !== undefined) places.delete(oldest);
      }
      return position;
    },
    async find(file, id) {
      const place = places.get(id);
      if (place === undefined) return null;
      for await (const { text } of readLines(file, place.offset, place.next)) {
        const entry = text === null ? null : parse(text);
        if (entry?.id === id) return entry;
      }
      return null;
    },
  };
}
