import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';

/** Rules that the evaluations of a scope name, and that it does not have. */
export function checkEvals({ scope, resolved }: Merged, hasMasters: boolean, report: Report): void {
  if (scope.evalRules.length === 0) return;
  const ids = new Set(
    ruleKinds.flatMap((kind) =>
      [...resolved[kind].values()].flatMap(({ rules }) => rules.map((rule) => ruleId(kind, rule))),
    ),
  );
  for (const id of scope.evalRules) {
    if (ids.has(id.text)) continue;
    const hint = 'Write the id that "precept explain" shows, or remove it';
    report.add('eval-without-rule', id, `the scope has no rule with the id \`${id.text}\``, hint, {
      ...(hasMasters && { severity: 'info' }),
    });
  }
}
