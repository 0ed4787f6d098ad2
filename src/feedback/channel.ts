import { randomUUID } from 'node:crypto';
import { Fault } from '../model/fault.ts';
import type { Logger } from '../runtime/log.ts';
import { invalidFeedback } from './check-feedback.ts';
import { type Feedback, type FeedbackEntry, toFeedback } from './entry.ts';
import { createFeedbackLog } from './feedback-log.ts';
import { createForwarder, type ForwarderOptions } from './forwarder.ts';
import { type EntryFilter, readEntries } from './read-entries.ts';

/** Where feedback goes: the log, and from there to another server if one is named. */
export interface FeedbackChannel {
  /**
   * Stores feedback and settles when it is on disk. Feedback with a `key` that was used before is not stored again; the
   * stored entry is given back. Faults: `internal` (the reason is its cause), `invalid-feedback` for a key that came
   * with something else before.
   */
  submit(feedback: Feedback, key?: string): Promise<FeedbackEntry>;
  /** The stored entries, oldest first; null for a line that is none. */
  entries(filter?: EntryFilter): AsyncGenerator<FeedbackEntry | null>;
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
  /** Null keeps feedback here. */
  readonly forward: Omit<ForwarderOptions, 'path' | 'within' | 'log'> | null;
}

export function createFeedbackChannel(options: FeedbackChannelOptions): FeedbackChannel {
  const { path, within = null, log, forward } = options;
  const store = createFeedbackLog(path, within);
  const forwarder = forward === null ? null : createForwarder({ path, within, log, ...forward });

  return {
    async submit(feedback, key) {
      const id = key ?? (forwarder === null ? undefined : randomUUID());
      await forwarder?.prepare();
      const timestamp = new Date().toISOString();
      const entry: FeedbackEntry = { timestamp, ...(id !== undefined && { id }), ...feedback };
      const stored = await store.append(entry, { once: key !== undefined }).catch((error: unknown) => {
        throw notStored(path, error);
      });
      if (!isSame(stored, feedback)) {
        throw invalidFeedback([
          { path: 'Idempotency-Key', message: 'must not be that of another entry; choose a new one' },
        ]);
      }
      forwarder?.wake();
      return stored;
    },
    entries: (filter) => readEntries(path, filter, within),
    resume: () => forwarder?.wake(),
    flush: async () => forwarder?.flush(),
    close: async () => forwarder?.close(),
  };
}

function isSame(stored: Feedback, given: Feedback): boolean {
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
