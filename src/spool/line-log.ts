import type { FileHandle } from 'node:fs/promises';
import { appendLines, withLog } from '../runtime/files/append-lines.ts';
import { createKnownIds } from './known-ids.ts';
import { checkRoom } from './log-room.ts';

/** How the entries of a log are written. */
export interface LineFormat<Entry> {
  toLine(entry: Entry): string;
  /** The entry of a line, or null for one that is torn or another program's. */
  parse(line: string): Entry | null;
}

/** What a log holds; the id names it between servers. */
export interface Named {
  readonly id?: string | undefined;
}

export interface LineLog<Entry> {
  /**
   * Settles when the entry is on disk. With `once`, an entry whose id is in the log already is not stored again, and the
   * stored one is given back. Rejects with the reason when it could not be stored, and then nothing of it is.
   */
  append(entry: Entry, options?: { readonly once: boolean }): Promise<Entry>;
}

interface Job<Entry> {
  readonly entry: Entry;
  readonly once: boolean;
  readonly resolve: (stored: Entry) => void;
  readonly reject: (error: unknown) => void;
}

const maxBatch = 100;

/** The log at a path, made with its folders when first written to; no link inside of `within` is followed. Entries that arrive during a flush share the next. */
export function createLineLog<Entry extends Named>(
  path: string,
  within: string | null,
  { toLine, parse }: LineFormat<Entry>,
): LineLog<Entry> {
  const known = createKnownIds(parse);
  let queue: Job<Entry>[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    while (queue.length > 0) {
      const batch = takeBatch();
      await withLog(path, within, (file) => store(file, batch)).catch((error: unknown) => {
        for (const job of batch) job.reject(error);
      });
    }
    draining = false;
  }

  /** The next jobs; a second one with the same id waits for the first to be stored. */
  function takeBatch(): Job<Entry>[] {
    const ids = new Set<string>();
    const batch: Job<Entry>[] = [];
    const later: Job<Entry>[] = [];
    for (const job of queue) {
      const { id } = job.entry;
      if (batch.length === maxBatch || (id !== undefined && ids.has(id))) later.push(job);
      else batch.push(job);
      if (id !== undefined) ids.add(id);
    }
    queue = later;
    return batch;
  }

  async function store(file: FileHandle, batch: readonly Job<Entry>[]): Promise<void> {
    const readTo = batch.some(({ once }) => once) ? await known.update(file) : undefined;
    const jobs = readTo === undefined ? batch : await dropKnown(file, batch);
    if (jobs.length === 0) return;
    await checkRoom(file);
    const lines = jobs.map(({ entry, once }) => ({ text: toLine(entry), id: once ? entry.id : undefined }));
    const idOf = (line: string) => parse(line)?.id;
    const fates = await appendLines(file, path, lines, { idsFrom: readTo, idOf });
    if (fates.includes('known')) await known.update(file);
    for (const [index, { entry, resolve, reject }] of jobs.entries()) {
      const fate = fates[index];
      if (fate === 'stored') resolve(entry);
      else if (fate === 'known') resolve((await known.find(file, entry.id ?? '')) ?? entry);
      else reject(fate);
    }
  }

  /** Answers the jobs whose id is in the log, and gives the others. */
  async function dropKnown(file: FileHandle, batch: readonly Job<Entry>[]): Promise<Job<Entry>[]> {
    const fresh: Job<Entry>[] = [];
    for (const job of batch) {
      const stored = job.once ? await known.find(file, job.entry.id ?? '') : null;
      if (stored === null) fresh.push(job);
      else job.resolve(stored);
    }
    return fresh;
  }

  return {
    append: (entry, { once } = { once: false }) =>
      new Promise((resolve, reject) => {
        queue.push({ entry, once, resolve, reject });
        if (!draining) void drain();
      }),
  };
}
