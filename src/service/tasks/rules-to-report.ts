import { checksOf } from '../../guidance/rules/record/details.ts';
import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import type { ReportedRule } from '../../usage/rule-report.ts';
import type { Service } from '../service.ts';

const atOnce = 16;

/** The rules of some scopes, or of all that there are, with how often their categories were read since a day. A scope that cannot be read is passed over. */
export async function rulesToReport(
  service: Pick<Service, 'scope' | 'scopes' | 'usage'>,
  asked: readonly string[] | null,
  since: string,
  isWanted: (scope: string) => Promise<boolean>,
): Promise<readonly ReportedRule[]> {
  const reads = await readsOf(service, since);
  const names = asked ?? (await service.scopes()).names;
  const found = await inBatches(names, atOnce, async (name) => {
    if (!(await isWanted(name))) return [];
    const scope = asked === null ? await service.scope(name).catch(() => null) : await service.scope(name);
    if (scope === null) return [];
    return ruleKinds.flatMap((kind) =>
      [...scope[kind]].flatMap(([category, { rules }]) =>
        rules.map(
          (rule): ReportedRule => ({
            ...{ scope: name, id: ruleId(kind, rule), category, rule: rule.text },
            hasCheck: checksOf(rule.details).some((check) => !('review' in check)),
            reads: reads.get(JSON.stringify([name, category])) ?? 0,
          }),
        ),
      ),
    );
  });
  return found.flat();
}

async function readsOf(service: Pick<Service, 'usage'>, since: string): Promise<ReadonlyMap<string, number>> {
  const reads = new Map<string, number>();
  for await (const { counts } of await service.usage.lines())
    for (const { day, scope, category, kata, reads: count } of counts) {
      if (day < since || kata !== undefined) continue;
      const key = JSON.stringify([scope, category]);
      reads.set(key, (reads.get(key) ?? 0) + count);
    }
  return reads;
}
