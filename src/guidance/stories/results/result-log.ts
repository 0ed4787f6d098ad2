import { Fault } from '../../../model/fault.ts';
import { fileStamp, NotAFile } from '../../../runtime/files/files.ts';
import { readJsonLines } from '../../../runtime/files/json-lines.ts';
import type { CheckResult } from '../story.ts';
import {
  type AgeOptions,
  ageNow,
  createResultTally,
  type ImportLine,
  parseRecord,
  type Results,
} from './results-of.ts';

/**
 * Reads the validation file when it has changed; a file that is not there has no results. What is too old, and what a later import
 * of its suite no longer has, is `stale`.
 */
export function createResultLog(
  file: string,
  within: string | null = null,
  options: AgeOptions = { maxAgeDays: 0, now: Date.now },
): { read(): Promise<Results> } {
  let known: Results = createResultTally().results('absent', undefined);
  let loading: { readonly version: string; readonly results: Promise<Results> } | null = null;

  async function load(version: string, oldest: number | undefined): Promise<Results> {
    const tally = createResultTally();
    if (!version.startsWith('absent')) {
      try {
        for await (const record of readRecords(file, within)) tally.add(record);
      } catch (error) {
        if (!(error instanceof NotAFile)) throw error;
        throw new Fault(
          'internal',
          'The setting validation_file names something that is not a regular file, so that test results cannot be read; name another.',
          { cause: error },
        );
      }
    }
    return tally.results(version, oldest);
  }

  return {
    async read() {
      const { moment, oldest } = ageNow(options);
      const stamp = await fileStamp(file);
      const version = moment === undefined ? stamp : `${stamp} ${moment}`;
      if (version === known.version) return known;
      if (loading?.version === version) return loading.results;
      const own = { version, results: load(version, oldest) };
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
  for await (const record of readRecords(file, within)) if (!('import' in record)) yield record;
}

async function* readRecords(file: string, within: string | null): AsyncGenerator<CheckResult | ImportLine> {
  for await (const line of readJsonLines(file, within)) {
    const record = parseRecord(line);
    if (record !== null) yield record;
  }
}
