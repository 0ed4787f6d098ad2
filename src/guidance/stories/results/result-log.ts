import * as v from 'valibot';
import { Fault } from '../../../model/fault.ts';
import { fileStamp, NotAFile } from '../../../runtime/files.ts';
import { readJsonLines } from '../../../runtime/json-lines.ts';
import { type CheckResult, checkKey } from '../story.ts';
import { checkResultSchema } from '../tenka-schema.ts';

/** The latest result of each check at one moment. */
export interface Results {
  /** Changes whenever the results do. */
  readonly version: string;
  latest(scope: string, ac: string, check: string): CheckResult | undefined;
  all(): readonly CheckResult[];
}

/** Characters of the checks whose latest results are kept, and what each takes besides: no project has so many. */
const maxSize = 32 * 1024 * 1024;
const sizeOf = (key: string) => key.length + 300;

/** Reads the validation file when it has changed; a file that is not there has no results. */
export function createResultLog(file: string, within: string | null = null): { read(): Promise<Results> } {
  let known: Results = resultsOf('absent', new Map());
  let loading: { readonly version: string; readonly results: Promise<Results> } | null = null;

  async function load(version: string): Promise<Results> {
    const latest = new Map<string, CheckResult>();
    if (version !== 'absent') {
      try {
        let size = 0;
        for await (const result of readResults(file, within)) {
          const key = checkKey(result.scope, result.ac, result.check);
          // Where the last are too many, those whose results are oldest go.
          if (latest.delete(key)) size -= sizeOf(key);
          latest.set(key, result);
          size += sizeOf(key);
          for (const [oldest] of latest) {
            if (size <= maxSize) break;
            latest.delete(oldest);
            size -= sizeOf(oldest);
          }
        }
      } catch (error) {
        if (!(error instanceof NotAFile)) throw error;
        throw new Fault(
          'internal',
          'The setting validation_file names something that is not a regular file, so that test results cannot be read; name another.',
          { cause: error },
        );
      }
    }
    return resultsOf(version, latest);
  }

  return {
    async read() {
      const version = await fileStamp(file);
      if (version === known.version) return known;
      if (loading?.version === version) return loading.results;
      const own = { version, results: load(version) };
      loading = own;
      try {
        const results = await own.results;
        known = results;
        return results;
      } finally {
        if (loading === own) loading = null;
      }
    },
  };
}

/** Every result of a validation file, oldest first; lines that are none (a torn last one) are passed over. */
export async function* readResults(file: string, within: string | null = null): AsyncGenerator<CheckResult> {
  for await (const line of readJsonLines(file, within)) {
    const result = v.safeParse(checkResultSchema, line);
    if (result.success) yield result.output;
  }
}

function resultsOf(version: string, latest: ReadonlyMap<string, CheckResult>): Results {
  return {
    version,
    latest: (scope, ac, check) => latest.get(checkKey(scope, ac, check)),
    all: () => [...latest.values()],
  };
}
