import type { Config } from '../../../config/config.ts';
import type { Masters } from '../../../federation/masters.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Authorize } from '../../../runtime/http/send-with-login.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { PublicKey } from '../../../signing/public-key.ts';
import type { LockedAt } from '../sources/open-sources.ts';
import type { KeptWorld } from './open-kept-files.ts';

/** What masters and sources are opened with, besides settings. */
export interface RemoteWorld extends KeptWorld {
  readonly at?: LockedAt | undefined;
}

/** The keys that masters must sign with, by their addresses; null for those that need not. */
async function openKeys(settings: Config['settings']): Promise<(url: string) => readonly PublicKey[] | null> {
  const { master_keys: texts } = settings;
  if (Object.keys(texts).length === 0) return () => null;
  const { readPublicKeys } = await import('../../../signing/public-key.ts');
  return (url) => (texts[url] === undefined ? null : (readPublicKeys(texts[url].join('\n')) ?? []));
}

/** The masters, where there are some, behind the sources of the settings. */
async function openWithSources(
  config: Config,
  log: Logger,
  authorize: Authorize,
  world: RemoteWorld,
): Promise<Masters> {
  const [{ createSources }, { withSources }, { openPacks }] = await Promise.all([
    import('../sources/open-sources.ts'),
    import('../sources/with-sources.ts'),
    import('../sources/open-packs.ts'),
  ]);
  const alone = { ...config, settings: { ...config.settings, sources: [] } };
  const masters = await openMasters(alone, log, authorize, world)?.();
  return withSources(createSources(config, openPacks(config, log, world), world), masters ?? null);
}

/** Loads the federation code when masters are first asked; null where none are configured. */
export function openMasters(
  config: Config,
  log: Logger,
  authorize: Authorize,
  world: RemoteWorld,
): Lazy<Masters> | null {
  const { settings } = config;
  const urls = settings.master_server_url;
  if (settings.sources.length > 0) return lazy(() => openWithSources(config, log, authorize, world));
  if (urls.length === 0) return null;
  return lazy(async () => {
    const { createMasters } = await import('../../../federation/masters.ts');
    const keepSeconds = settings.remote_keep_seconds;
    const keysOf = await openKeys(settings);
    // Versions that were verified are remembered whether copies are kept or not.
    const keepsFiles = keepSeconds > 0 || urls.some((url) => keysOf(url) !== null);
    const files = keepsFiles
      ? (await import('./open-kept-files.ts')).openKeptFiles(config, log, world)
      : null;
    return createMasters({
      urls,
      timeoutSeconds: settings.remote_timeout_seconds,
      maxRetries: settings.remote_max_retries,
      retrySeconds: settings.remote_retry_seconds,
      caBundle: settings.remote_ssl_ca_bundle,
      verifyTls: settings.remote_ssl_verify,
      reader: settings.reader_name,
      authorize,
      keysOf,
      files,
      keepSeconds,
      ttlSeconds: settings.cache_ttl_seconds,
      now: Date.now,
      log,
    });
  });
}
