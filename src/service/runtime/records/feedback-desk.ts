import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import type { FeedbackChannel } from '../../../feedback/channel.ts';
import { createLastKnown } from '../../../runtime/async/last-known.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Database } from '../../../store/database.ts';
import { createForwarding } from '../federation/forwarding.ts';
import type { MissedReport } from './missed.ts';

/** The feedback channel of a service, loaded when it is first needed. */
export interface FeedbackDesk {
  /** What was reported of missed categories; the very same list while nothing was added. */
  missed(): Promise<readonly MissedReport[]>;
  open(): Promise<FeedbackChannel>;
  /** Forwards what earlier runs left behind, from now on; for programs that stay. */
  resume(): void;
  /** Stops forwarding. */
  close(): Promise<void>;
}

/** Milliseconds for which reports in the store are not asked for again, and how many of them count. */
const missedFor = 10_000;
const maxMissed = 1000;
/** Characters of them, as many as are read from a file. */
const maxMissedSize = 256 * 1024;
/** Milliseconds that a search waits for them at most. */
const missedPatience = 500;

export function createFeedbackDesk(
  config: Config,
  log: Logger,
  authorize: Authorize,
  store: Lazy<Database> | null,
): FeedbackDesk {
  const { settings } = config;
  const forwarding = createForwarding('feedback', settings.feedback_forward, settings, { authorize, log });
  let closed = false;

  const place = {
    path: settings.feedback_file,
    within: guardedFolder(config, settings.feedback_file),
    log,
  };
  const openLocal = async () => {
    const [{ createFeedbackChannel }, forward] = await Promise.all([
      import('../../../feedback/channel.ts'),
      forwarding.open?.() ?? null,
    ]);
    return createFeedbackChannel({ ...place, reporter: settings.feedback_reporter, forward });
  };
  const openStored = async (shared: Lazy<Database>) => {
    const { createStoredFeedback } = await import('../../../store/tables/stored-feedback.ts');
    const stored = createStoredFeedback(await shared(), settings.feedback_reporter);
    if (forwarding.open === null) return stored;
    const { createSpooledFeedback } = await import('../../../store/tables/spooled-feedback.ts');
    return createSpooledFeedback(await shared(), stored, await openLocal(), place);
  };
  const open = lazy(async () => {
    const channel = await (store === null ? openLocal() : openStored(store));
    if (closed) await channel.close();
    return channel;
  });
  const missed = lazy(async () => {
    const { createMissedReader } = await import('./missed.ts');
    return createMissedReader(settings.feedback_file, guardedFolder(config, settings.feedback_file));
  });
  const sharedMissed = createSharedMissed(open);
  return {
    open,
    missed: async () => (store === null ? (await missed())() : sharedMissed()),
    resume: () => forwarding.resume(open),
    async close() {
      closed = true;
      forwarding.stop();
      await (await open.peek())?.close();
    },
  };
}

function sizeOf({ task, categories }: MissedReport): number {
  return categories.reduce((sum, category) => sum + category.length, task.length);
}

/** What teaches the search of the last days in the store; while that does not answer, what it said last. */
function createSharedMissed(open: () => Promise<FeedbackChannel>): () => Promise<readonly MissedReport[]> {
  let known: readonly MissedReport[] = [];
  return createLastKnown({
    async load() {
      const last: MissedReport[] = [];
      let size = 0;
      const since = Date.now() - 90 * 86_400_000;
      for await (const entry of (await open()).entries({ type: 'missed_categories', since })) {
        if (entry?.categories === undefined) continue;
        const report = { task: entry.task, categories: entry.categories };
        size += sizeOf(report);
        last.push(report);
        while (last.length > maxMissed || size > maxMissedSize) size -= sizeOf(last.shift() as MissedReport);
      }
      if (JSON.stringify(known) !== JSON.stringify(last)) known = last;
      return known;
    },
    initial: known,
    pause: missedFor,
    patience: missedPatience,
  });
}
