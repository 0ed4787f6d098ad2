import { Fault } from '../model/fault.ts';
import { appendLines, withLog } from '../runtime/files/append-lines.ts';
import type { Logger } from '../runtime/log.ts';
import { createForwarder, type ForwarderOptions } from '../spool/forwarder.ts';
import { checkRoom } from '../spool/log-room.ts';
import { invalidFeedback } from './check-feedback.ts';
import {
  type Feedback,
  type FeedbackEntry,
  type FeedbackState,
  type TrackedEntry,
  toFeedback,
  toStateLine,
} from './entry.ts';
import { createFeedbackLog } from './feedback-log.ts';
import { feedbackParcels } from './feedback-parcels.ts';
import { type EntryFilter, readEntries, withState } from './read-entries.ts';

/** Where feedback goes: the log, and from there to another server if one is named. */
export interface FeedbackChannel {
  /**
   * Stores feedback and settles when it is on disk. Feedback with a `key` that was used before is not stored again; the
   * stored entry is given back. With `mayWait` it may wait in a log here for a store that does not answer. Faults: `internal` (the
   * reason is its cause), `store-unavailable`, `invalid-feedback` for a key that came with something else before.
   */
  submit(feedback: Feedback, key?: string, options?: { readonly mayWait: boolean }): Promise<FeedbackEntry>;
  /** The stored entries, oldest first; null for a line that is none. */
  entries(filter?: EntryFilter): AsyncGenerator<TrackedEntry | null>;
  /** The stored entry with this id; null where there is none. */
  find(id: string): Promise<TrackedEntry | null>;
  /** Says what has become of a stored entry, and gives it with that. Fault: `internal`. */
  setState(entry: FeedbackEntry, state: FeedbackState, note?: string): Promise<TrackedEntry>;
  /** How many entries wait to be sent on. */
  waiting(): Promise<number>;
  /** Starts forwarding what earlier runs left behind. */
  resume(): void;
  /** Gives forwarding the time for one try. */
  flush(): Promise<void>;
  /** Stops forwarding; what is not sent is sent by a later run. */
  close(): Promise<void>;
}

export interface FeedbackChannelOptions {
  /** The log. */
  readonly path: string;
  /** The folder inside of which no link is followed. */
  readonly within?: string | null;
  readonly log: Logger;
  /** Who reports where a report does not say; null for nobody. */
  readonly reporter?: string | null;
  /** Null keeps feedback here. */
  readonly forward: Pick<ForwarderOptions, 'url' | 'retrySeconds' | 'timeoutSeconds' | 'post'> | null;
}

const spool = { what: 'feedback', parcelsOf: feedbackParcels, keepRefused: true };

export function createFeedbackChannel(options: FeedbackChannelOptions): FeedbackChannel {
  const { path, within = null, log, forward, reporter = null } = options;
  const store = createFeedbackLog(path, within);
  const forwarder = forward === null ? null : createForwarder({ path, within, log, ...spool, ...forward });

  return {
    async submit(given, key) {
      const feedback = reporter === null ? given : { ...given, reporter: given.reporter ?? reporter };
      const id = key ?? crypto.randomUUID();
      await forwarder?.prepare();
      const timestamp = new Date().toISOString();
      const entry: FeedbackEntry = { timestamp, id, ...feedback };
      const stored = await store.append(entry, { once: key !== undefined }).catch((error: unknown) => {
        throw notStored(path, error);
      });
      sameOrRefused(stored, feedback);
      forwarder?.wake();
      return stored;
    },
    entries: (filter) => readEntries(path, filter, within),
    async find(id) {
      for await (const entry of readEntries(path, { id }, within)) if (entry !== null) return entry;
      return null;
    },
    async setState(entry, state, note) {
      const timestamp = new Date().toISOString();
      const change = { id: entry.id, state, ...(note !== undefined && { note }), timestamp };
      const [fate] = await withLog(path, within, async (file) => {
        await checkRoom(file);
        return appendLines(file, path, [{ text: toStateLine(change) }]);
      }).catch((error: unknown) => {
        throw notStored(path, error);
      });
      if (fate instanceof Error) throw notStored(path, fate);
      return withState(entry, change);
    },
    waiting: async () => (await forwarder?.waiting()) ?? 0,
    resume: () => forwarder?.wake(),
    flush: async () => forwarder?.flush(),
    close: async () => forwarder?.close(),
  };
}

/** What is stored under a key, once it is shown to be what was given. Fault: `invalid-feedback`. */
export function sameOrRefused(stored: FeedbackEntry, given: Feedback): FeedbackEntry {
  if (isSame(stored, given)) return stored;
  throw invalidFeedback([
    { path: 'Idempotency-Key', message: 'must not be that of another entry; choose a new one' },
  ]);
}

/** Whether two entries report the same, whenever they came. */
export function isSame(stored: Feedback, given: Feedback): boolean {
  return JSON.stringify(toFeedback(stored)) === JSON.stringify(toFeedback(given));
}

function notStored(path: string, error: unknown): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  return new Fault(
    'internal',
    'The feedback was not stored: its file cannot be written. The log on stderr has the reason.',
    { cause: new Error(`feedback file ${path}: ${reason}`, { cause: error }) },
  );
}
