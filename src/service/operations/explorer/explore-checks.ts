import * as v from 'valibot';
import { toolOf } from '../../../guidance/rules/record/check.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import { checkStates } from '../../checks/checks-data.ts';
import { defineOperation } from '../../operation.ts';
import { getRules } from '../get-rules.ts';
import { scopeName } from '../shapes/arguments.ts';

/** How the checks of a scope's rules stand by the files of the checkout, where one is at hand. */
export const exploreChecks = defineOperation({
  name: 'explore_checks',
  title: 'How the checks of a scope stand',
  description: 'For each rule with checks the states of them, by the files of the checkout alone.',
  needs: ['answers', 'scope', 'results', 'checkoutFiles', ...getRules.needs],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({
    scope_name: v.string(),
    /** Null where no checkout is at hand. */
    rules: v.nullable(
      v.array(
        v.object({
          kind: v.picklist(ruleKinds),
          category: v.string(),
          id: v.string(),
          checks: v.array(
            v.object({
              state: v.picklist(checkStates),
              why: v.optional(v.string()),
              cure: v.optional(v.string()),
            }),
          ),
        }),
      ),
    ),
  }),
  http: null,
  mcp: null,
  cli: null,
  async run({ scope_name }, service) {
    const { judgeByFiles } = await import('../../tasks/scope-checks.ts');
    const judged = await judgeByFiles(service, scope_name);
    const rules =
      judged?.rules.map(({ kind, category, id, checks }) => ({
        ...{ kind, category, id },
        checks: checks.map((check) => {
          const { state, why } = check;
          // What files cannot tell, the linter may: it is not asked here.
          const asks = state === 'unverified' && toolOf(check) !== null;
          const cure = asks ? `"precept checks ${scope_name}" asks the linter` : check.cure;
          return { state, ...(why !== undefined && { why }), ...(cure !== undefined && { cure }) };
        }),
      })) ?? null;
    return { data: { scope_name, rules }, presentation: null };
  },
});
