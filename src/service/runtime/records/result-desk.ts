import type { Config } from '../../../config/config.ts';
import { guardedFolder } from '../../../config/load/guarded-folder.ts';
import { createResultFile } from '../../../guidance/stories/results/result-file.ts';
import type { ResultStore } from '../../../guidance/stories/results/result-store.ts';
import { createResultTally, type Results } from '../../../guidance/stories/results/results-of.ts';
import { createLastKnown } from '../../../runtime/async/last-known.ts';
import { type Lazy, lazy } from '../../../runtime/async/lazy.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { Database } from '../../../store/database.ts';

/** The imported test results of a service. */
export interface ResultDesk {
  /** The results as they are now; while a store does not answer, those that were read last. */
  read(): Promise<Results>;
  /** Where they are kept. */
  open(): Promise<ResultStore>;
}

/** Milliseconds for which the store is not asked again, and for which guidance waits for it at most. */
const pause = 250;
const patience = 500;

export function createResultDesk(config: Config, log: Logger, store: Lazy<Database> | null): ResultDesk {
  const { validation_file: path, validation_max_age_days: maxAgeDays } = config.settings;
  const age = { maxAgeDays, now: Date.now };
  if (store === null) {
    const file = createResultFile(path, guardedFolder(config, path), age);
    return { read: file.read, open: async () => file };
  }
  const open = lazy(async () => {
    const { createStoredResults } = await import('../../../store/tables/stored-results.ts');
    return createStoredResults(await store(), age);
  });
  const read = createLastKnown({
    load: async () => (await open()).read(),
    initial: createResultTally().results('none', undefined),
    pause,
    patience,
    onTrouble: (reason) =>
      log.warn(
        reason === null
          ? 'test results are read from the store again'
          : `test results stay as they were read last: ${reason instanceof Error ? reason.message : reason}`,
      ),
  });
  return { read, open };
}
