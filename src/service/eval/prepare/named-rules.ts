import { fetchOf } from '../../../guidance/evals/read-evals.ts';
import { toolOf } from '../../../guidance/rules/record/check.ts';
import { Fault } from '../../../model/fault.ts';
import type { LinkedRule } from '../../checks/checks-data.ts';
import { type PlannedRule, rulesNamedBy } from '../plan.ts';
import type { ChosenEval } from './chosen-evals.ts';

/** The rules that evaluations name. Fault `invalid-content` for one that the scope does not serve, or that is to decide without a check. */
export function namedRules(
  scope: string,
  evals: readonly ChosenEval[],
  all: readonly LinkedRule[],
): readonly PlannedRule[] {
  const found = new Map<string, PlannedRule>();
  for (const one of evals)
    for (const wanted of rulesNamedBy(one)) {
      const at = `${one.file}:${one.line}: eval ${one.name}`;
      const rule = all.find(({ id }) => id === wanted);
      if (rule === undefined)
        throw new Fault(
          'invalid-content',
          `${at} names the rule ${wanted}, which ${scope} does not have. "precept explain" shows the ids of rules.`,
        );
      const { id, category, text, checks, isLocal } = rule;
      if (checks.length === 0 && !one.flags.includes(wanted))
        throw new Fault(
          'invalid-content',
          `${at} has the rule ${wanted} decide, which has no check. Give the rule a check, or expect something else.`,
        );
      found.set(id, { id, category, text, checks, isLocal });
    }
  return [...found.values()];
}

/** What evaluations and the checks of their rules run: the first command, a fetch of what they begin with, or a tool; null where nothing is run. */
export function whatRuns(evals: readonly ChosenEval[], rules: readonly PlannedRule[]): string | null {
  for (const { repo, expect } of evals) {
    const fetch = fetchOf(repo);
    if (fetch !== null) return fetch;
    for (const one of expect) if (!('text' in one) && one.command !== undefined) return one.command;
  }
  for (const check of rules.flatMap(({ checks }) => checks)) {
    if ('command' in check) return check.command;
    const linked = toolOf(check);
    if (linked !== null) return linked.tool;
  }
  return null;
}
