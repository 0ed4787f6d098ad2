import { ruleKinds } from '../../guidance/rules/rule.ts';
import { ruleId } from '../../guidance/rules/rule-id.ts';
import type { RuleOutcomes, UsageCount } from '../../usage/usage-line.ts';
import type { UsagePlace } from '../../usage/usage-report.ts';
import type { Service } from '../service.ts';

/** The categories with rules and the katas of a scope: what can be read there. Faults: those of a scope that cannot be read. */
export async function placesIn(name: string, service: Pick<Service, 'scope'>): Promise<UsagePlace[]> {
  const { commandments, suggestions, katas } = await service.scope(name);
  const ruled = [commandments, suggestions].flatMap((kind) =>
    [...kind].flatMap(([category, { rules }]) => (rules.length > 0 ? [category] : [])),
  );
  const places = [...new Set(ruled)].map((category): UsagePlace => ({ scope: name, category, kata: null }));
  const steps = [...katas].flatMap(([category, { katas: named }]) =>
    [...named.keys()].map((kata): UsagePlace => ({ scope: name, category, kata })),
  );
  return [...places, ...steps];
}

/** Those counts that are of what their scope has. Faults: those of a scope that cannot be read. */
export async function ofKnownPlaces(
  counts: readonly UsageCount[],
  service: Pick<Service, 'scope'>,
): Promise<UsageCount[]> {
  const known = new Set<string>();
  for (const name of new Set(counts.map(({ scope }) => scope)))
    for (const { scope, category, kata } of await placesIn(name, service))
      known.add(JSON.stringify([scope, category, kata]));
  return counts.filter(({ scope, category, kata = null }) =>
    known.has(JSON.stringify([scope, category, kata])),
  );
}

/** Those outcomes that are of rules which their scope has. Faults: those of a scope that cannot be read. */
export async function ofKnownRules(
  outcomes: readonly RuleOutcomes[],
  service: Pick<Service, 'scope'>,
): Promise<RuleOutcomes[]> {
  const known = new Set<string>();
  for (const name of new Set(outcomes.map(({ scope }) => scope))) {
    const scope = await service.scope(name);
    for (const kind of ruleKinds)
      for (const { rules } of scope[kind].values())
        for (const rule of rules) known.add(JSON.stringify([name, ruleId(kind, rule)]));
  }
  return outcomes.filter(({ scope, rule }) => known.has(JSON.stringify([scope, rule])));
}
