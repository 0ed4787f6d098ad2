import { type Plan, rulesNamedBy } from '../plan.ts';
import { neededPairs } from '../statistics/needed-pairs.ts';
import { difference, exactP, type Pairs, tellsApart } from '../statistics/paired.ts';
import type { Interval } from '../statistics/wilson.ts';
import { type JudgedRun, pairsOf, round, rounded } from './judged-run.ts';

export const verdicts = ['helps', 'hurts', 'not shown', 'never offered'] as const;
export type Verdict = (typeof verdicts)[number];

/** What is known of a rule over all evaluations that name it. */
export interface RuleReport extends Pairs {
  readonly id: string;
  readonly category: string;
  readonly rule: string;
  readonly evals: readonly string[];
  readonly verdict: Verdict;
  /** Runs with the rule, and in how many of them it was offered, read and followed. */
  readonly runs: number;
  readonly offered: number;
  readonly read: number;
  readonly followed: number;
  /** The arms that are compared; null where the experiment has no two that differ in the rule. */
  readonly arm: string | null;
  readonly against: string | null;
  readonly difference: number;
  readonly interval: Interval;
  readonly p: number;
  /** How many pairs of runs would show an effect of 20 points; beside `not shown` alone. */
  readonly runs_needed?: number;
}

export function reportRules(plan: Plan, judged: readonly JudgedRun[]): RuleReport[] {
  return plan.rules.map(({ id, category, text }) => {
    const evals = plan.evals.filter((one) => rulesNamedBy(one).includes(id)).map(({ name }) => name);
    const own = judged.filter(({ key }) => evals.includes(key.eval));
    const { arm, against } = armsFor(plan, id, category);
    const withRule = own.filter(({ key }) => key.arm === (arm ?? 'scope'));
    const count = (of: 'offered' | 'read' | 'followed') =>
      withRule.filter(({ verdict }) => verdict[of].includes(id)).length;
    const pairs =
      arm === null || against === null ? { pairs: 0, better: 0, worse: 0 } : pairsOf(own, arm, against);
    const offered = count('offered');
    const verdict = verdictOf(pairs, offered, withRule.length);
    const { difference: value, interval } = difference(pairs);
    return {
      ...{ id, category, rule: text, evals, verdict },
      runs: withRule.length,
      offered,
      read: count('read'),
      followed: count('followed'),
      ...{ arm, against, ...pairs },
      difference: round(value),
      interval: rounded(interval),
      p: round(exactP(pairs)),
      ...(verdict === 'not shown' && { runs_needed: neededPairs(pairs) }),
    };
  });
}

/** What pairs say of a rule; a rule that no run was told of can have had no effect. */
export function verdictOf(pairs: Pairs, offered: number, runs: number): Verdict {
  if (runs > 0 && offered === 0) return 'never offered';
  if (!tellsApart(pairs)) return 'not shown';
  return pairs.better > pairs.worse ? 'helps' : 'hurts';
}

/** The arms that differ in a rule: the scope, and the scope without the rule or its category where that is there, else no guidance. */
function armsFor(plan: Plan, id: string, category: string): { arm: string | null; against: string | null } {
  const names = plan.arms.map(({ name }) => name);
  if (!names.includes('scope')) return { arm: null, against: null };
  const without = [`scope-${id}`, `scope-${category}`, 'none'].find((name) => names.includes(name));
  return { arm: 'scope', against: without ?? null };
}
