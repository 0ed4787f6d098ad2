import * as v from 'valibot';
import { Fault } from '../../../model/fault.ts';
import { fileStamp, NotAFile } from '../../../runtime/files.ts';
import { readJsonLines } from '../../../runtime/json-lines.ts';
import { type CheckResult, checkKey } from '../story.ts';
import { checkResultSchema, importSchema } from '../tenka-schema.ts';

/** The latest result of each check at one moment. */
export interface Results {
  /** Changes whenever the results do. */
  readonly version: string;
  latest(scope: string, ac: string, check: string): CheckResult | undefined;
  all(): readonly CheckResult[];
  /** The imports that said last what a suite holds: by suite, when. */
  readonly covered: ReadonlyMap<string, string>;
  /** Tests of the last import that name an acceptance criterion and that no check names. */
  readonly named: readonly string[];
}

/** Characters of the checks whose latest results are kept, and what each takes besides: no project has so many. */
const maxSize = 32 * 1024 * 1024;
const sizeOf = (key: string) => key.length + 300;

export interface ResultLogOptions {
  /** Days after which a result is stale; 0 for never. */
  readonly maxAgeDays: number;
  readonly now: () => number;
}

const dayLength = 86_400_000;
/** How exactly the age of results is kept, in milliseconds. */
const step = 60_000;

/**
 * Reads the validation file when it has changed; a file that is not there has no results. What is too old, and what a later import
 * of its suite no longer has, is `stale`.
 */
export function createResultLog(
  file: string,
  within: string | null = null,
  { maxAgeDays, now }: ResultLogOptions = { maxAgeDays: 0, now: Date.now },
): { read(): Promise<Results> } {
  let known: Results = resultsOf('absent', new Map(), [], undefined);
  let loading: { readonly version: string; readonly results: Promise<Results> } | null = null;

  async function load(version: string, moment: number | null): Promise<Results> {
    const latest = new Map<string, CheckResult>();
    const imports: ImportLine[] = [];
    if (!version.startsWith('absent')) {
      try {
        let size = 0;
        for await (const record of readRecords(file, within)) {
          if ('import' in record) {
            imports.push(record);
            if (imports.length > maxImports) imports.shift();
            continue;
          }
          const result = record;
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
    const oldest = moment === null ? undefined : moment - maxAgeDays * dayLength;
    return resultsOf(version, latest, imports, oldest);
  }

  return {
    async read() {
      const moment = maxAgeDays === 0 ? null : Math.floor(now() / step) * step;
      const stamp = await fileStamp(file);
      const version = moment === null ? stamp : `${stamp} ${moment}`;
      if (version === known.version) return known;
      if (loading?.version === version) return loading.results;
      const own = { version, results: load(version, moment) };
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

/** Imports that are looked at, the last ones. */
const maxImports = 10_000;

type ImportLine = v.InferOutput<typeof importSchema>;

/** Every result of a validation file, oldest first; lines that are none (a torn last one) are passed over. */
export async function* readResults(file: string, within: string | null = null): AsyncGenerator<CheckResult> {
  for await (const record of readRecords(file, within)) if (!('import' in record)) yield record;
}

async function* readRecords(file: string, within: string | null): AsyncGenerator<CheckResult | ImportLine> {
  for await (const line of readJsonLines(file, within)) {
    const result = v.safeParse(checkResultSchema, line);
    if (result.success) {
      yield result.output;
      continue;
    }
    const other = v.safeParse(importSchema, line);
    if (other.success) yield other.output;
  }
}

function resultsOf(
  version: string,
  latest: ReadonlyMap<string, CheckResult>,
  imports: readonly ImportLine[],
  oldest: number | undefined,
): Results {
  const covered = new Map<string, string>();
  for (const { timestamp, suites } of imports)
    for (const suite of suites) if (timestamp > (covered.get(suite) ?? '')) covered.set(suite, timestamp);
  const { import: last } = imports.at(-1) ?? {};
  const named = imports.filter((one) => one.import === last).flatMap((one) => one.named);
  const isStale = ({ timestamp, suite }: CheckResult) =>
    (oldest !== undefined && Date.parse(timestamp) < oldest) ||
    (suite !== undefined && (covered.get(suite) ?? '') > timestamp);
  const withState = (result: CheckResult): CheckResult => {
    if (isStale(result)) return { ...result, passed: false, state: 'stale' };
    return result.state === undefined ? { ...result, state: result.passed ? 'passed' : 'failed' } : result;
  };
  return {
    version,
    covered,
    named,
    latest: (scope, ac, check) => {
      const found = latest.get(checkKey(scope, ac, check));
      return found === undefined ? undefined : withState(found);
    },
    all: () => [...latest.values()].map(withState),
  };
}
