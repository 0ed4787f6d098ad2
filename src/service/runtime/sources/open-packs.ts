import type { Config } from '../../../config/config.ts';
import type { Logger } from '../../../runtime/log.ts';
import { createPackStore, type PackStore } from '../../sources/sources.ts';
import { type KeptWorld, openKeptFiles } from '../federation/open-kept-files.ts';

/** Where the content of sources is kept: the cache folder of the settings, or else of the platform. */
export function openPacks(config: Config, log: Pick<Logger, 'warn'>, world: KeptWorld): PackStore {
  return createPackStore(openKeptFiles(config, log, world));
}
