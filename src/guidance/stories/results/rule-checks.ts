import type { Guidance, OwnGuidance } from '../../guidance.ts';
import { checksOf } from '../../rules/record/details.ts';
import { type RuleKind, ruleKinds } from '../../rules/rule.ts';
import { ruleId } from '../../rules/rule-id.ts';
import type { CheckPlace } from './result-store.ts';

/** The tests that checks of these rules name, each with the scope that wrote the rule, and the rule's id in place of a criterion. */
export function ruleChecks(guidance: Pick<OwnGuidance | Guidance, RuleKind>): CheckPlace[] {
  return ruleKinds.flatMap((kind) =>
    [...guidance[kind].values()].flatMap(({ rules }) =>
      rules.flatMap((rule) =>
        checksOf(rule.details).flatMap((check) =>
          'test' in check ? [{ scope: rule.origin.scope, ac: ruleId(kind, rule), check: check.test }] : [],
        ),
      ),
    ),
  );
}
