import { type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import { mayWaive } from '../../guidance/waivers/resolve-waivers.ts';
import { utcDay } from '../../model/utc-day.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';
import { createIdHint } from './id-hint.ts';

/** Waivers of a scope that have no effect: they are past, no rule has the id, or the rule refuses them. */
export function checkWaivers(
  { scope, resolved, isWhole }: Merged,
  hasMasters: boolean,
  report: Report,
): void {
  const { waivers } = scope.outline;
  if (waivers.length === 0) return;
  const today = utcDay();
  const rulesOf = (kind: RuleKind) => [...resolved[kind].values()].flatMap(({ rules }) => rules);
  const all = ruleKinds.flatMap((kind) => rulesOf(kind).map((rule) => ({ id: ruleId(kind, rule), rule })));
  const hintFor = createIdHint(all.map(({ rule }) => rule));
  const read = new Map((scope.layer.waivers ?? []).map((waiver) => [waiver.rule, waiver]));
  for (const { rule: id, until } of waivers) {
    const waiver = read.get(id.text);
    // It has a mistake of its own.
    if (waiver === undefined) continue;
    if (until.text < today) {
      const hint = 'Keep the rule and remove the waiver, or decide on a later day';
      report.add('waiver-ended', until, `the waiver of \`${id.text}\` has ended on ${until.text}`, hint);
    }
    const waived = all.filter((one) => one.id === id.text).map(({ rule }) => rule);
    const refusing = waived.find((rule) => !mayWaive(waiver, rule));
    if (refusing !== undefined) {
      const { file, line } = refusing.origin;
      const message = `the rule \`${id.text}\` of ${file}:${line} refuses waivers in scopes below`;
      report.add('waiver-refused', id, message, 'Remove it, or ask those who wrote the rule');
    } else if (waived.length === 0 && isWhole(...ruleKinds)) {
      const message = `the scope has no rule with the id \`${id.text}\``;
      report.add('waiver-without-rule', id, message, hintFor(id.text), {
        ...(hasMasters && { severity: 'info' }),
      });
    }
  }
}
