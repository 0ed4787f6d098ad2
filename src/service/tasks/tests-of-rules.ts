import type { CheckPlace } from '../../guidance/stories/results/result-store.ts';
import { ruleChecks } from '../../guidance/stories/results/rule-checks.ts';
import type { Service } from '../service.ts';

/** The tests that checks of the default scope's rules name, wherever the rules come from, and whether these are all. */
export async function testsOfServedRules({
  config,
  scope,
}: Pick<Service, 'config' | 'scope'>): Promise<{ places: CheckPlace[]; isWhole: boolean }> {
  const { default_scope } = config.settings;
  if (default_scope === null) return { places: [], isWhole: true };
  const served = await scope(default_scope).catch(() => null);
  if (served === null) return { places: [], isWhole: false };
  return { places: ruleChecks(served), isWhole: served.gaps.length + served.unavailable.length === 0 };
}
