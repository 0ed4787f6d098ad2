import { type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';
import { createIdHint } from './id-hint.ts';

/** Rules that the evaluations of a scope name, and that it does not have. */
export function checkEvals({ scope, resolved }: Merged, hasMasters: boolean, report: Report): void {
  if (scope.evals.ruleIds.length === 0) return;
  const rulesOf = (kind: RuleKind) => [...resolved[kind].values()].flatMap(({ rules }) => rules);
  const ids = new Set(ruleKinds.flatMap((kind) => rulesOf(kind).map((rule) => ruleId(kind, rule))));
  const hintFor = createIdHint(ruleKinds.flatMap(rulesOf));
  for (const id of scope.evals.ruleIds) {
    if (ids.has(id.text)) continue;
    const message = `the scope has no rule with the id \`${id.text}\``;
    report.add('eval-without-rule', id, message, hintFor(id.text), {
      ...(hasMasters && { severity: 'info' }),
    });
  }
}
