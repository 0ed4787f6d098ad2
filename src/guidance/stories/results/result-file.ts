import { createResultLog, readResults } from './result-log.ts';
import type { ResultStore } from './result-store.ts';
import type { AgeOptions } from './results-of.ts';

/** Results in a validation file, which is made with its folder when it is first written to; inside of `within` no link is followed. */
export function createResultFile(
  path: string,
  within: string | null = null,
  options?: AgeOptions,
): ResultStore {
  const log = createResultLog(path, within, options);
  return {
    read: log.read,
    async *history(ac) {
      for await (const result of readResults(path, within)) if (result.ac === ac) yield result;
    },
    async append(lines) {
      const { appendResults } = await import('./append-results.ts');
      await appendResults(path, lines, within);
    },
    async prune(places) {
      const { prune } = await import('./prune-results.ts');
      return prune({ validationFile: path, within }, places);
    },
  };
}
