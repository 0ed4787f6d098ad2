import type { Authorize } from '../../auth/authorizer.ts';
import type { Config } from '../../config/config.ts';
import type { FeedbackChannel } from '../../feedback/channel.ts';
import type { Logger } from '../../runtime/log.ts';

/** The feedback channel of a service, loaded when it is first needed. */
export interface FeedbackDesk {
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
  const [url] = settings.master_server_url;
  const forwards = settings.feedback_forward && url !== undefined;
  let opening: Promise<FeedbackChannel> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function load(): Promise<FeedbackChannel> {
    const [{ createFeedbackChannel }, { createPostByFetch }, { createTlsFetch }] = await Promise.all([
      import('../../feedback/channel.ts'),
      import('../../feedback/post-by-fetch.ts'),
      import('../../runtime/tls-fetch.ts'),
    ]);
    const { remote_ssl_ca_bundle: caBundle, remote_ssl_verify: verifyTls } = settings;
    const channel = createFeedbackChannel({
      path: settings.feedback_file,
      log,
      forward: forwards
        ? {
            url,
            retrySeconds: settings.remote_retry_seconds,
            timeoutSeconds: settings.remote_timeout_seconds,
            post: createPostByFetch(() => createTlsFetch({ caBundle, verifyTls }), authorize),
          }
        : null,
    });
    if (closed) await channel.close();
    return channel;
  }

  const open = () => {
    opening ??= load();
    return opening;
  };
  return {
    open,
    resume() {
      if (settings.feedback_forward && url === undefined)
        log.warn('feedback_forward is on, but there is no master_server_url to forward feedback to');
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
      await (await opening)?.close();
    },
  };
}
