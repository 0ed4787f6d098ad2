import type { Config } from '../../../config/config.ts';
import { isManifestUrl } from '../../../config/values/master-url.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { ForwarderOptions } from '../../../spool/forwarder.ts';

type Forward = Pick<ForwarderOptions, 'url' | 'retrySeconds' | 'timeoutSeconds' | 'post'>;

/** How what is stored here is sent on to the first master that is a server. */
export interface Forwarding {
  /** What sends; loaded when it is first needed, and null where nothing is sent on. */
  readonly open: (() => Promise<Forward>) | null;
  /** Has `opened` send, soon, what earlier runs left behind; warns where it should and there is nobody to send to. */
  resume(opened: () => Promise<{ resume(): void }>): void;
  stop(): void;
}

/** Milliseconds that a program gets for its own start before forwarding begins. */
export const resumeDelay = 200;

/** `isAsked`: whether the setting `<what>_forward` is on, and what it is about is stored at all. */
export function createForwarding(
  what: 'feedback' | 'usage',
  isAsked: boolean,
  settings: Config['settings'],
  { authorize, log }: { authorize: Authorize; log: Logger },
): Forwarding {
  const masters = settings.master_server_url;
  const url = masters.find((master) => !isManifestUrl(master));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  return {
    open: isAsked && url !== undefined ? () => openForward(url, settings, authorize) : null,
    resume(opened) {
      if (!isAsked || isStopped) return;
      if (url === undefined) {
        const why =
          masters.length === 0
            ? `there is no master_server_url to forward ${what} to`
            : `each master is a precept.json, and files take no ${what}`;
        log.warn(`${what}_forward is on, but ${why}`);
        return;
      }
      timer = setTimeout(() => {
        opened()
          .then((channel) => channel.resume())
          .catch((error: unknown) => log.error(`${what} is not forwarded: ${error}`));
      }, resumeDelay);
      timer.unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function openForward(
  url: string,
  settings: Config['settings'],
  authorize: Authorize,
): Promise<Forward> {
  const [{ createPost }, { createHttpClient }] = await Promise.all([
    import('../../../spool/post.ts'),
    import('../../../runtime/http/http-client.ts'),
  ]);
  const client = createHttpClient({
    timeoutSeconds: settings.remote_timeout_seconds,
    // The log keeps what could not be sent; the next try is `remote_retry_seconds` later.
    maxRetries: 0,
    caBundle: settings.remote_ssl_ca_bundle,
    verifyTls: settings.remote_ssl_verify,
    reader: settings.reader_name,
  });
  return {
    url,
    retrySeconds: settings.remote_retry_seconds,
    timeoutSeconds: settings.remote_timeout_seconds,
    post: createPost(client, authorize),
  };
}
