import { judgeScopeChecks } from '../../service/tasks/scope-checks.ts';
import { type Finding, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Seconds that a linter may take here. */
const patience = 20;
/** Rules that one message names. */
const mostNamed = 3;
/** The states of rules, as they are told; that a rule has no check is no mistake. */
const told = ['enforced', 'stale', 'unverified', 'review'] as const;

/** What enforces the rules of the default scope, where any of them says so: a check that is stale enforces nothing. */
export async function checkChecks({ config, service, env, cwd, home }: Patient): Promise<Finding[]> {
  const scope = config.settings.default_scope;
  if (scope === null) return [];
  // What a master that is away gives is not asked for a second time.
  const { names, unavailable } = await service.scopes();
  if (unavailable.length > 0 || !names.includes(scope)) return [];
  // Why a scope cannot be read is reported with the rules.
  const judged = await judgeScopeChecks(service, scope, { env, cwd, home }, patience).catch(() => null);
  if (judged === null) return [];
  const { counts, rules } = judged.data;
  const parts = told.flatMap((state) => (counts[state] === 0 ? [] : [`${counts[state]} ${state}`]));
  if (parts.length === 0) return [];
  const message = `checks of the rules of ${scope}: ${parts.join(', ')}`;
  const stale = rules.filter(({ state }) => state === 'stale').map(({ id }) => id);
  if (stale.length === 0) return [ok('rules', message)];
  const more = stale.length > mostNamed ? ` and ${stale.length - mostNamed} more` : '';
  const those = `${stale.slice(0, mostNamed).join(', ')}${more}`;
  return [
    warn(
      'rules',
      `${message}; nothing enforces ${those}`,
      `"precept checks ${scope}" tells each place and cure.`,
    ),
  ];
}
