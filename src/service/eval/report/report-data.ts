import { judgeRun, nameOfExpectation } from '../judge/judge-run.ts';
import { type Plan, type PlannedEval, type RunKey, type RunRecord, type RunResult, runsOf } from '../plan.ts';
import type { RunStore } from '../records/run-store.ts';
import { difference, exactP, type Pairs } from '../statistics/paired.ts';
import type { Interval } from '../statistics/wilson.ts';
import { wilson } from '../statistics/wilson.ts';
import { type JudgedRun, pairsOf, round, rounded } from './judged-run.ts';
import { reportFile } from './kept-reports.ts';
import { type RuleReport, reportRules } from './report-rules.ts';

/** How the runs of one arm of an evaluation came out. */
export interface ArmReport {
  readonly arm: string;
  readonly passes: number;
  /** Runs that could be judged. */
  readonly runs: number;
  readonly rate: number;
  readonly interval: Interval;
  /** Of one run, on average. */
  readonly seconds: number;
  readonly tokens?: number;
  readonly cost_usd?: number;
  /** Runs that were stopped, that ended with another code than 0, and that a reader has to judge. */
  readonly timed_out: number;
  readonly failed: number;
  readonly unjudged: number;
}

/** Two arms of an evaluation, compared run by run. */
export interface DifferenceReport extends Pairs {
  readonly arm: string;
  readonly against: string;
  readonly difference: number;
  readonly interval: Interval;
  readonly p: number;
}

export interface EvalReport {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly arms: readonly ArmReport[];
  readonly differences: readonly DifferenceReport[];
  readonly expectations: readonly {
    readonly expectation: string;
    readonly arms: readonly { readonly arm: string; readonly passes: number; readonly runs: number }[];
  }[];
}

/** Something that fewer runs passed than its author asks for. */
export interface MissedShare {
  readonly eval: string;
  readonly expectation?: string;
  readonly min_pass: number;
  readonly rate: number;
}

export interface EvalData {
  readonly scope_name: string;
  readonly run: string;
  readonly created: string;
  readonly commit: string | null;
  readonly agent: string;
  readonly repeat: number;
  readonly arms: readonly string[];
  readonly planned: number;
  readonly done: number;
  readonly evals: readonly EvalReport[];
  readonly rules: readonly RuleReport[];
  readonly missed: readonly MissedShare[];
  /** Runs meanwhile of which something outside of their copies changed. */
  readonly outside: readonly (RunKey & { readonly paths: readonly string[] })[];
}

/** Judges all kept runs of an experiment again, keeps their verdicts, and gives the report. */
export async function judgeAll(store: RunStore): Promise<EvalData> {
  const judged: JudgedRun[] = [];
  for (const key of runsOf(store.plan)) {
    const record: RunRecord | null = await store.read(key);
    const of = store.plan.evals.find(({ name }) => name === key.eval);
    if (record === null || of === undefined) continue;
    const verdict = judgeRun(store.plan, of, record, await store.graded(key));
    await store.keepVerdict(key, verdict);
    judged.push({ key, result: record.result, verdict });
  }
  const report = reportOf(store.plan, judged);
  await store.keepReport(reportFile, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** What runs say of a plan. */
function reportOf(plan: Plan, judged: readonly JudgedRun[]): EvalData {
  const evals = plan.evals.map((one) => reportEval(plan, one, judged));
  const { scope_name, run, created, commit, agent, repeat } = plan;
  return {
    ...{ scope_name, run, created, commit, agent, repeat },
    arms: plan.arms.map(({ name }) => name),
    planned: runsOf(plan).length,
    done: judged.length,
    evals,
    rules: reportRules(plan, judged),
    missed: plan.evals.flatMap((one, index) => missedOf(one, evals[index] as EvalReport)),
    outside: judged.flatMap(({ key, result }) =>
      result.outside.length === 0 ? [] : [{ ...key, paths: result.outside }],
    ),
  };
}

/** Whether a build should fail of it: a share is missed, or a rule does harm. */
export function isBad({ missed, rules }: Pick<EvalData, 'missed' | 'rules'>): boolean {
  return missed.length > 0 || rules.some(({ verdict }) => verdict === 'hurts');
}

function reportEval(plan: Plan, of: PlannedEval, judged: readonly JudgedRun[]): EvalReport {
  const own = judged.filter(({ key }) => key.eval === of.name);
  const names = [...of.expect.map(nameOfExpectation), ...of.flags.map((id) => `flags ${id}`)];
  const arms = plan.arms.map(({ name }) => name);
  const [baseline] = arms;
  const others = arms.filter((arm) => arm !== baseline);
  return {
    name: of.name,
    file: of.file,
    line: of.line,
    arms: arms.map((arm) => reportArm(arm, own)),
    differences: baseline === undefined ? [] : others.map((arm) => compare(own, arm, baseline)),
    expectations: names.map((expectation, index) => ({
      expectation,
      arms: arms.map((arm) => {
        const words = own
          .filter(({ key }) => key.arm === arm)
          .map(({ verdict }) => verdict.expectations[index]?.passed ?? null)
          .filter((passed) => passed !== null);
        return { arm, passes: words.filter(Boolean).length, runs: words.length };
      }),
    })),
  };
}

function reportArm(arm: string, own: readonly JudgedRun[]): ArmReport {
  const all = own.filter(({ key }) => key.arm === arm);
  const known = all.filter(({ verdict }) => verdict.passed !== null);
  const passes = known.filter(({ verdict }) => verdict.passed === true).length;
  const mean = (of: (result: RunResult) => number | undefined) => {
    const values = all.flatMap(({ result }) => of(result) ?? []);
    return values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length;
  };
  const tokens = mean((result) => result.tokens);
  const cost = mean((result) => result.cost_usd);
  return {
    arm,
    passes,
    runs: known.length,
    rate: known.length === 0 ? 0 : round(passes / known.length),
    interval: rounded(wilson(passes, known.length)),
    seconds: Math.round((mean(({ seconds }) => seconds) ?? 0) * 10) / 10,
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
    ...(cost !== undefined && { cost_usd: round(cost) }),
    timed_out: all.filter(({ result }) => result.timed_out).length,
    failed: all.filter(({ result }) => !result.timed_out && result.code !== 0).length,
    unjudged: all.length - known.length,
  };
}

function compare(own: readonly JudgedRun[], arm: string, against: string): DifferenceReport {
  const pairs = pairsOf(own, arm, against);
  const { difference: value, interval } = difference(pairs);
  return {
    arm,
    against,
    ...pairs,
    difference: round(value),
    interval: rounded(interval),
    p: round(exactP(pairs)),
  };
}

/** What is missed: by the runs with the scope, since that is the guidance as it is. */
function missedOf(of: PlannedEval, report: EvalReport): MissedShare[] {
  const missed: MissedShare[] = [];
  const whole = report.arms.find(({ arm }) => arm === 'scope');
  if (of.min_pass !== undefined && whole !== undefined && whole.runs > 0 && whole.rate < of.min_pass)
    missed.push({ eval: of.name, min_pass: of.min_pass, rate: whole.rate });
  for (const [index, { min_pass }] of of.expect.entries()) {
    const found = report.expectations[index];
    const own = found?.arms.find(({ arm }) => arm === 'scope');
    if (min_pass === undefined || found === undefined || own === undefined || own.runs === 0) continue;
    const rate = round(own.passes / own.runs);
    if (rate < min_pass) missed.push({ eval: of.name, expectation: found.expectation, min_pass, rate });
  }
  return missed;
}
