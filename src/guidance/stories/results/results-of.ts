import * as v from 'valibot';
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
  /** Tests of reports that no check names, and that are nearly what a check names which no report had. */
  readonly near: readonly string[];
}

export type ImportLine = v.InferOutput<typeof importSchema>;

/** A line of a validation file as JSON: the result of a check, or what an import covered; null for anything else. */
export function parseRecord(line: unknown): CheckResult | ImportLine | null {
  const result = v.safeParse(checkResultSchema, line);
  if (result.success) return result.output;
  const other = v.safeParse(importSchema, line);
  return other.success ? other.output : null;
}

export interface AgeOptions {
  /** Days after which a result is stale; 0 for never. */
  readonly maxAgeDays: number;
  readonly now: () => number;
}

const dayLength = 86_400_000;
/** How exactly the age of results is kept, in milliseconds. */
const step = 60_000;

/** What of the time is part of a version, and the moment before which results are stale; both undefined where none ever is. */
export function ageNow({ maxAgeDays, now }: AgeOptions): {
  readonly moment: number | undefined;
  readonly oldest: number | undefined;
} {
  if (maxAgeDays === 0) return { moment: undefined, oldest: undefined };
  const moment = Math.floor(now() / step) * step;
  return { moment, oldest: moment - maxAgeDays * dayLength };
}

/** Characters of the checks whose latest results are kept, and what each takes besides: no project has so many. */
const maxSize = 32 * 1024 * 1024;
const sizeOf = (key: string) => key.length + 300;
/** Imports that are looked at, the last ones. */
export const maxImports = 10_000;

/** Takes records, oldest first, and gives what they come to. */
export interface ResultTally {
  add(record: CheckResult | ImportLine): void;
  /** `oldest` is the moment before which a result is stale. */
  results(version: string, oldest: number | undefined): Results;
}

export function createResultTally(): ResultTally {
  const latest = new Map<string, CheckResult>();
  const imports: ImportLine[] = [];
  let size = 0;
  return {
    add(record) {
      if ('import' in record) {
        imports.push(record);
        if (imports.length > maxImports) imports.shift();
        return;
      }
      const key = checkKey(record.scope, record.ac, record.check);
      // Where the last are too many, those whose results are oldest go.
      if (latest.delete(key)) size -= sizeOf(key);
      latest.set(key, record);
      size += sizeOf(key);
      for (const [oldest] of latest) {
        if (size <= maxSize) break;
        latest.delete(oldest);
        size -= sizeOf(oldest);
      }
    },
    results: (version, oldest) => resultsOf(version, latest, imports, oldest),
  };
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
    near: [...new Set(imports.flatMap((one) => one.near))],
    latest: (scope, ac, check) => {
      const found = latest.get(checkKey(scope, ac, check));
      return found === undefined ? undefined : withState(found);
    },
    all: () => [...latest.values()].map(withState),
  };
}
