import type { Config } from '../../config/config.ts';
import { guardedFolder } from '../../config/guarded-folder.ts';
import { isManifestUrl } from '../../config/master-url.ts';
import type { FeedbackChannel } from '../../feedback/channel.ts';
import type { MissedReport } from '../../feedback/missed.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Authorize } from '../../runtime/send-with-login.ts';
import { openForward } from './open-forward.ts';

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

/** Milliseconds that a program gets for its own start before forwarding begins. */
const resumeDelay = 200;

export function createFeedbackDesk(config: Config, log: Logger, authorize: Authorize): FeedbackDesk {
  const { settings } = config;
  // Files take no reports.
  const url = settings.master_server_url.find((master) => !isManifestUrl(master));
  const forwards = settings.feedback_forward && url !== undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const open = lazy(async () => {
    const [{ createFeedbackChannel }, forward] = await Promise.all([
      import('../../feedback/channel.ts'),
      forwards ? openForward(url, settings, authorize) : null,
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
  return {
    open,
    missed: async () => (await missed())(),
    resume() {
      if (settings.feedback_forward && url === undefined)
        log.warn(
          'feedback_forward is on, but no server in master_server_url is there to forward feedback to',
        );
      if (!forwards || closed) return;
      timer = setTimeout(() => {
        open()
          .then((channel) => channel.resume())
          .catch((error: unknown) => log.error(`feedback is not forwarded: ${error}`));
      }, resumeDelay);
      timer.unref();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await (await open.peek())?.close();
    },
  };
}
