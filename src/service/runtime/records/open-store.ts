import type { Config } from '../../../config/config.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Database } from '../../../store/database.ts';

/** The database that the settings name, opened when it is first used; null where they name none. */
export function openStore({ settings }: Config, log: Logger): Lazy<Database> | null {
  const { store_url: url } = settings;
  if (url === null) return null;
  return lazy(async () => (await import('../../../store/database.ts')).openDatabase(url, log));
}
