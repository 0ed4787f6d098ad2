import { basename, dirname, extname, join } from 'node:path';
import * as v from 'valibot';
import { scopeNamePattern } from '../model/names/scope-name.ts';
import { readLines } from '../runtime/files/read-lines.ts';
import { createLineLog } from '../spool/line-log.ts';
import { openLog } from '../spool/open-log.ts';
import { isDay } from './usage-line.ts';

/** How often a rule concerned a change on one day, and what became of it where its checks could tell. */
export interface RuleOutcomes {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly scope: string;
  /** The id of the rule. */
  readonly rule: string;
  readonly relevant: number;
  readonly kept: number;
  readonly violated: number;
  readonly waived: number;
}

interface OutcomeLine {
  readonly id?: undefined;
  readonly timestamp: string;
  readonly outcomes: readonly RuleOutcomes[];
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
const schema = v.object({
  day: v.pipe(
    v.string(),
    v.check((text) => isDay(text)),
  ),
  scope: v.pipe(v.string(), v.regex(scopeNamePattern)),
  rule: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  relevant: whole,
  kept: whole,
  violated: whole,
  waived: whole,
});
/** Rules of one line: a line has an end. */
const mostInLine = 500;

/** Where outcomes are kept: beside the counts of what is read. */
function outcomesPath(usageFile: string): string {
  const ending = extname(usageFile);
  return join(dirname(usageFile), `${basename(usageFile, ending)}-rules${ending}`);
}

/** Stores the outcomes of one review. Failures of the system are thrown. */
export async function storeOutcomes(
  usageFile: string,
  within: string | null,
  outcomes: readonly RuleOutcomes[],
): Promise<void> {
  const log = createLineLog<OutcomeLine>(outcomesPath(usageFile), within, {
    toLine: (line) => JSON.stringify(line),
    parse: () => null,
  });
  const timestamp = new Date().toISOString();
  for (let at = 0; at < outcomes.length; at += mostInLine)
    await log.append({ timestamp, outcomes: outcomes.slice(at, at + mostInLine) });
}

/** All outcomes that are kept, oldest first; what is none is passed over. */
export async function* readOutcomes(usageFile: string, within: string | null): AsyncGenerator<RuleOutcomes> {
  const file = await openLog(outcomesPath(usageFile), within);
  if (file === null) return;
  try {
    for await (const { text } of readLines(file)) yield* outcomesOf(text ?? '');
  } finally {
    await file.close();
  }
}

function outcomesOf(text: string): RuleOutcomes[] {
  try {
    const { outcomes } = JSON.parse(text) as { readonly outcomes?: unknown };
    return (Array.isArray(outcomes) ? outcomes : []).flatMap((one: unknown) => {
      const read = v.safeParse(schema, one);
      return read.success ? [read.output] : [];
    });
  } catch {
    return [];
  }
}
