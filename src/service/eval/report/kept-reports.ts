import { join } from 'node:path';
import * as v from 'valibot';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { evalsFolder } from '../records/find-run.ts';
import { listRuns } from '../records/run-store.ts';

const share = v.pipe(v.number(), v.minValue(-1), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const name = v.pipe(v.string(), v.maxLength(2000));
const interval = v.tuple([share, share]);

/** What is shown of a kept experiment: no command line, and nothing of what runs printed. */
export const keptReportSchema = v.object({
  run: name,
  scope_name: name,
  created: name,
  commit: v.nullable(name),
  planned: count,
  done: count,
  evals: v.array(
    v.object({
      name,
      arms: v.array(v.object({ arm: name, passes: count, runs: count, rate: share, interval })),
    }),
  ),
  rules: v.array(
    v.object({
      id: name,
      verdict: name,
      runs: count,
      offered: count,
      read: count,
      followed: count,
      arm: v.nullable(name),
      against: v.nullable(name),
      pairs: count,
      difference: share,
      interval,
      runs_needed: v.optional(count),
    }),
  ),
});
export type KeptReport = v.InferOutput<typeof keptReportSchema>;

/** The name of the file of an experiment that has its report. */
export const reportFile = 'report.json';

/** Experiments of a scope that are shown at most, and that are looked at. */
const mostShown = 20;
const mostLookedAt = 500;

/** The kept reports of a scope, the latest first; what is none is passed over. */
export async function keptReports(
  config: { readonly checkout: string },
  scope: string,
): Promise<readonly KeptReport[]> {
  const folder = evalsFolder(config);
  const found: KeptReport[] = [];
  for (const run of (await listRuns(folder)).slice(0, mostLookedAt)) {
    if (found.length >= mostShown) break;
    const bytes = await readOptionalFile(join(folder, run, reportFile)).catch(() => null);
    const report = v.safeParse(keptReportSchema, parse(bytes));
    if (report.success && report.output.scope_name === scope) found.push({ ...report.output, run });
  }
  return found;
}

function parse(bytes: Buffer | null): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? 'null');
  } catch {
    return null;
  }
}
