import type { ExpectationVerdict } from '../judge/judge-run.ts';
import { judgeRun } from '../judge/judge-run.ts';
import { type PlannedEval, type RunKey, type RunResult, runsOf } from '../plan.ts';
import type { RunStore } from '../records/run-store.ts';
import { type RunWorld, runOnce } from './run-once.ts';

/** What is still to be run. */
export interface DueRuns {
  readonly due: readonly RunKey[];
  /** Runs of the plan that the budget has no room for. */
  readonly beyond: number;
}

/** What a plan lacks, as far as the budget goes: pairs are never begun that cannot be ended within it. */
export async function dueRuns(store: RunStore, budget: number | null): Promise<DueRuns> {
  const missing: RunKey[] = [];
  for (const key of runsOf(store.plan)) if ((await store.read(key)) === null) missing.push(key);
  let room = budget === null ? missing.length : Math.max(0, budget - (await store.begun()));
  const due: RunKey[] = [];
  for (let index = 0; index < missing.length; ) {
    const first = missing[index] as RunKey;
    const pair = missing.filter((key) => key.eval === first.eval && key.repeat === first.repeat);
    if (pair.length > room) break;
    due.push(...pair);
    room -= pair.length;
    index += pair.length;
  }
  return { due, beyond: missing.length - due.length };
}

/** Whoever wants to know how it goes hears of each run that came to its end. */
export interface Progress {
  ended(key: RunKey, result: RunResult, passed: boolean | null, why: readonly ExpectationVerdict[]): void;
}

/**
 * Runs what is due, `jobs` at a time, and keeps each run as soon as it has ended. Stops before the next run once `world.stop` is aborted. The
 * first failure stops the others and is thrown.
 */
export async function runAll(
  store: RunStore,
  due: readonly RunKey[],
  world: RunWorld,
  jobs: number,
  progress: Progress,
): Promise<void> {
  const waiting = [...due];
  let beginning: Promise<void> = Promise.resolve();
  let hasFailed = false;
  const work = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      if (world.stop.aborted || hasFailed) return;
      const one = key;
      const of = store.plan.evals.find(({ name }) => name === one.eval) as PlannedEval;
      beginning = beginning.then(() => store.begin(one));
      await beginning;
      const record = await runOnce(one, of, world);
      if (record === null) return;
      await store.keep(record, one);
      const verdict = judgeRun(store.plan, of, record, []);
      const why = verdict.expectations.filter(({ passed }) => passed !== true);
      progress.ended(one, record.result, verdict.passed, why);
    }
  };
  const failing = async () => {
    try {
      await work();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: jobs }, failing));
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
