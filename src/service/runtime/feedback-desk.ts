import type { Config } from '../../config/config.ts';
import { guardedFolder } from '../../config/guarded-folder.ts';
import type { FeedbackChannel } from '../../feedback/channel.ts';
import type { MissedReport } from '../../feedback/missed.ts';
import { type Lazy, lazy } from '../../runtime/lazy.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Authorize } from '../../runtime/send-with-login.ts';
import type { Database } from '../../store/database.ts';
import { createForwarding } from './forwarding.ts';

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
export function createFeedbackDesk(
  config: Config,
  log: Logger,
  authorize: Authorize,
  store: Lazy<Database> | null,
): FeedbackDesk {
  const { settings } = config;
  const forwarding = createForwarding('feedback', settings.feedback_forward, settings, { authorize, log });
  let closed = false;

  // What is sent on waits in the file.
  const shared = forwarding.open === null ? store : null;

  const open = lazy(async () => {
    if (shared !== null) {
      const { createStoredFeedback } = await import('../../store/stored-feedback.ts');
      return createStoredFeedback(await shared(), settings.feedback_reporter);
    }
    const [{ createFeedbackChannel }, forward] = await Promise.all([
      import('../../feedback/channel.ts'),
      forwarding.open?.() ?? null,
    ]);
    const channel = createFeedbackChannel({
      path: settings.feedback_file,
      within: guardedFolder(config, settings.feedback_file),
      log,
      reporter: settings.feedback_reporter,
      forward,
    });
    if (closed) await channel.close();
    return channel;
  });
  const missed = lazy(async () => {
    const { createMissedReader } = await import('../../feedback/missed.ts');
    return createMissedReader(settings.feedback_file, guardedFolder(config, settings.feedback_file));
  });
  const sharedMissed = createSharedMissed(open);
  return {
    open,
    missed: async () => (shared === null ? (await missed())() : sharedMissed()),
    resume: () => forwarding.resume(open),
    async close() {
      closed = true;
      forwarding.stop();
      await (await open.peek())?.close();
    },
  };
}

/** What teaches the search of the last days in the store; while that does not answer, nothing does. */
function createSharedMissed(open: () => Promise<FeedbackChannel>): () => Promise<readonly MissedReport[]> {
  let lastMissed: { readonly at: number; readonly reports: readonly MissedReport[] } | null = null;
  return async () => {
    const now = Date.now();
    if (lastMissed !== null && now - lastMissed.at < missedFor) return lastMissed.reports;
    const reports: MissedReport[] = [];
    try {
      const since = now - 90 * 86_400_000;
      for await (const entry of (await open()).entries({ type: 'missed_categories', since }))
        if (entry?.categories !== undefined) reports.push({ task: entry.task, categories: entry.categories });
    } catch {
      // Guidance is found without.
    }
    const known = lastMissed?.reports;
    const same = known !== undefined && JSON.stringify(known) === JSON.stringify(reports.slice(-maxMissed));
    lastMissed = { at: now, reports: same ? known : reports.slice(-maxMissed) };
    return lastMissed.reports;
  };
}
