import type { UsageCount } from '../../usage/usage-line.ts';
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
