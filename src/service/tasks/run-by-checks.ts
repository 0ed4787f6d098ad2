import { readScope, scopeNamesIn } from '../../guidance/read/read-scope.ts';
import { toolOf } from '../../guidance/rules/record/check.ts';
import { checksOf } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import type { RunByChecks } from '../../trust/bind/checks-consent.ts';
import type { Service } from '../service.ts';

/** Scopes that are read at the same time. */
const atOnce = 16;

/** What the checks in the files of a service's rules folder run. */
export async function runByChecks({ content }: Pick<Service, 'content'>): Promise<RunByChecks> {
  if (content === null) return { commands: [], tools: [] };
  const scopes = await inBatches(await scopeNamesIn(content), atOnce, (name) => readScope(content, name));
  const checks = scopes.flatMap((scope) =>
    ruleKinds.flatMap((kind) =>
      [...(scope?.layer[kind].values() ?? [])].flatMap(({ rules }) =>
        rules.flatMap(({ details }) => checksOf(details)),
      ),
    ),
  );
  return {
    commands: [...new Set(checks.flatMap((check) => ('command' in check ? [check.command] : [])))].sort(),
    tools: [...new Set(checks.flatMap((check) => toolOf(check)?.tool ?? []))].sort(),
  };
}
