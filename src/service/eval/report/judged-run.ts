import type { RunVerdict } from '../judge/judge-run.ts';
import type { RunKey, RunResult } from '../plan.ts';
import type { Pairs } from '../statistics/paired.ts';
import type { Interval } from '../statistics/wilson.ts';

/** A run that came to its end, with what is known of it. */
export interface JudgedRun {
  readonly key: RunKey;
  readonly result: RunResult;
  readonly verdict: RunVerdict;
}

/** The runs of two arms of the same evaluation and repeat, where both are judged. */
export function pairsOf(judged: readonly JudgedRun[], arm: string, against: string): Pairs {
  const passedBy = new Map<string, boolean | null>();
  const nameOf = (key: RunKey, of: string) => JSON.stringify([key.eval, of, key.repeat]);
  for (const { key, verdict } of judged) passedBy.set(nameOf(key, key.arm), verdict.passed);
  const pairs = { pairs: 0, better: 0, worse: 0 };
  for (const { key, verdict } of judged) {
    if (key.arm !== arm || verdict.passed === null) continue;
    const other = passedBy.get(nameOf(key, against)) ?? null;
    if (other === null) continue;
    pairs.pairs++;
    if (verdict.passed && !other) pairs.better++;
    if (!verdict.passed && other) pairs.worse++;
  }
  return pairs;
}

/** Four places behind the point are more than any number of runs tells. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

export function rounded([low, high]: Interval): Interval {
  return [round(low), round(high)];
}
