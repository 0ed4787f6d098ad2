import { type FeedbackChannel, isSame } from '../../feedback/channel.ts';
import { parseLine, toFeedback } from '../../feedback/entry.ts';
import type { Database } from '../database.ts';
import { createDrain, type SpoolPlace } from '../drain.ts';
import { insert } from './stored-feedback.ts';

/**
 * Feedback in the store that is also sent on, from the log in `local`. What may wait is put into that log first, and from there
 * into the store; other feedback is refused while the store does not answer, and nothing is kept of it.
 */
export function createSpooledFeedback(
  database: Database,
  stored: FeedbackChannel,
  local: FeedbackChannel,
  place: SpoolPlace,
): FeedbackChannel {
  const drain = createDrain(database, {
    ...place,
    what: 'feedback',
    idOf: (line) => (line.includes('"id":') ? (parseLine(line)?.id ?? null) : null),
    async insert(sql, line) {
      const entry = parseLine(line);
      return entry === null || isSame(await insert(sql, entry), entry);
    },
  });
  return {
    async submit(given, key, options) {
      if (options?.mayWait !== true) {
        const entry = await stored.submit(given, key);
        await local.submit(toFeedback(entry), entry.id);
        return entry;
      }
      return drain.take(() => local.submit(given, key));
    },
    async *entries(filter) {
      await drain.settle();
      yield* stored.entries(filter);
    },
    async find(id) {
      await drain.settle();
      return stored.find(id);
    },
    setState: stored.setState,
    waiting: async () => Math.max(await local.waiting(), await drain.waiting()),
    resume() {
      local.resume();
      void drain.settle();
    },
    flush: async () => void (await Promise.all([local.flush(), drain.settle()])),
    close: async () => void (await Promise.all([local.close(), drain.close()])),
  };
}
