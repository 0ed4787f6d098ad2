import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import { isCopy } from '../../../federation/copies/copies.ts';
import { cacheFolder } from '../../../runtime/files/cache-folder.ts';
import { createKeptFiles, type KeptFiles } from '../../../runtime/files/kept-files.ts';
import type { Logger } from '../../../runtime/log.ts';

/** What decides where copies are kept, besides settings. */
export interface KeptWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without it and without a cache folder in `env`, only a setting can name a place. */
  readonly home?: string;
}

/** The folder of copies that the settings name, or else the platform's; null where there is none. */
export function openKeptFiles(
  config: Config,
  log: Pick<Logger, 'warn'>,
  { env, home }: KeptWorld,
): KeptFiles | null {
  const { cache_dir: named, cache_max_mb: megabytes } = config.settings;
  const folder = named ?? cacheFolder(env, home);
  if (folder === null) return null;
  return createKeptFiles({
    folder,
    within: guardedFolder(config, folder),
    maxBytes: megabytes * 1024 * 1024,
    mayGo: isCopy,
    log,
  });
}
