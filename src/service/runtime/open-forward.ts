import type { Config } from '../../config/config.ts';
import type { Authorize } from '../../runtime/send-with-login.ts';
import type { ForwarderOptions } from '../../spool/forwarder.ts';

/** What sends feedback or usage to the master at `url`; loaded only where they are forwarded. */
export async function openForward(
  url: string,
  settings: Config['settings'],
  authorize: Authorize,
): Promise<Pick<ForwarderOptions, 'url' | 'retrySeconds' | 'timeoutSeconds' | 'post'>> {
  const [{ createPost }, { createHttpClient }] = await Promise.all([
    import('../../spool/post.ts'),
    import('../../runtime/http-client.ts'),
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
