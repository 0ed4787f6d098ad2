import type { FileHandle } from 'node:fs/promises';
import { appendLines, withLog } from '../runtime/append-lines.ts';
import { type FeedbackEntry, parseLine, toLine } from './entry.ts';
import { createKnownIds } from './known-ids.ts';

export interface FeedbackLog {
  /**
   * Settles when the entry is on disk. With `once`, an entry whose id is in the log already is not stored again, and the
   * stored one is given back. Rejects with the reason when it could not be stored, and then nothing of it is.
   */
  append(entry: FeedbackEntry, options?: { readonly once: boolean }): Promise<FeedbackEntry>;
}

interface Job {
  readonly entry: FeedbackEntry;
  readonly once: boolean;
  readonly resolve: (stored: FeedbackEntry) => void;
  readonly reject: (error: unknown) => void;
}

const maxBatch = 100;

/** The log at a path, made with its folders when first written to; no link inside of `within` is followed. Entries that arrive during a flush share the next. */
export function createFeedbackLog(path: string, within: string | null = null): FeedbackLog {
  const known = createKnownIds();
  let queue: Job[] = [];
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
  function takeBatch(): Job[] {
    const ids = new Set<string>();
    const batch: Job[] = [];
    const later: Job[] = [];
    for (const job of queue) {
      const { id } = job.entry;
      if (batch.length === maxBatch || ids.has(id)) later.push(job);
      else batch.push(job);
      ids.add(id);
    }
    queue = later;
    return batch;
  }

  async function store(file: FileHandle, batch: readonly Job[]): Promise<void> {
    const readTo = batch.some(({ once }) => once) ? await known.update(file) : undefined;
    const jobs = readTo === undefined ? batch : await dropKnown(file, batch);
    if (jobs.length === 0) return;
    const lines = jobs.map(({ entry, once }) => ({ text: toLine(entry), id: once ? entry.id : undefined }));
    const idOf = (line: string) => parseLine(line)?.id;
    const fates = await appendLines(file, path, lines, { idsFrom: readTo, idOf });
    if (fates.includes('known')) await known.update(file);
    for (const [index, { entry, resolve, reject }] of jobs.entries()) {
      const fate = fates[index];
      if (fate === 'stored') resolve(entry);
      else if (fate === 'known') resolve((await known.find(file, entry.id)) ?? entry);
      else reject(fate);
    }
  }

  /** Answers the jobs whose id is in the log, and gives the others. */
  async function dropKnown(file: FileHandle, batch: readonly Job[]): Promise<Job[]> {
    const fresh: Job[] = [];
    for (const job of batch) {
      const stored = job.once ? await known.find(file, job.entry.id) : null;
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
