import type { Config } from '../../config/config.ts';
import type { Masters } from '../../federation/masters.ts';
import { type Lazy, lazy } from '../../runtime/lazy.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Authorize } from '../../runtime/send-with-login.ts';
import type { KeptWorld } from './open-kept-files.ts';

/** Loads the federation code when masters are first asked; null where none are configured. */
export function openMasters(
  config: Config,
  log: Logger,
  authorize: Authorize,
  world: KeptWorld,
): Lazy<Masters> | null {
  const { settings } = config;
  const urls = settings.master_server_url;
  if (urls.length === 0) return null;
  return lazy(async () => {
    const { createMasters } = await import('../../federation/masters.ts');
    const keepSeconds = settings.remote_keep_seconds;
    const files =
      keepSeconds === 0 ? null : (await import('./open-kept-files.ts')).openKeptFiles(config, log, world);
    return createMasters({
      urls,
      timeoutSeconds: settings.remote_timeout_seconds,
      maxRetries: settings.remote_max_retries,
      retrySeconds: settings.remote_retry_seconds,
      caBundle: settings.remote_ssl_ca_bundle,
      verifyTls: settings.remote_ssl_verify,
      reader: settings.reader_name,
      authorize,
      keep: files === null ? null : { files, keepSeconds },
      now: Date.now,
      log,
    });
  });
}
