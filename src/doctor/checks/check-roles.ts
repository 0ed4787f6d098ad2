import { readScopeMetadata, scopeNamesIn } from '../../guidance/read/read-scope.ts';
import type { Service } from '../../service/service.ts';
import { type Finding, fail } from '../finding.ts';

/** Local scopes whose parents are looked at. */
const mostLocal = 50;

/** What `scope-not-found` says where each master that may have the scope answers 403 for want of a role. */
const refused = /this login may not read there(?!, or a proxy)/;

/** Why a login with the role may be refused all the same. */
export const brokenCloses =
  'A mistake in that file, or in that of a parent, closes the scope to all: "precept doctor" on the server names it.';

/**
 * The scopes that this installation needs, `default_scope` and the parents of local scopes, and that a master keeps from this login.
 * `names` are those that are listed: a master lists no scope to a login without its roles.
 */
export async function refusedScopes(
  service: Service,
  names: readonly string[],
): Promise<ReadonlyMap<string, Finding>> {
  const { settings, rulesPath } = service.config;
  const needed = new Set(settings.default_scope === null ? [] : [settings.default_scope]);
  const local = rulesPath === null ? [] : await scopeNamesIn(rulesPath).catch(() => []);
  for (const name of local.slice(0, mostLocal)) {
    const metadata = await readScopeMetadata(rulesPath ?? '', name);
    if (metadata !== null && metadata !== 'broken') for (const one of metadata.parents) needed.add(one);
  }
  const findings = new Map<string, Finding>();
  for (const name of needed) {
    if (names.includes(name)) continue;
    const reason = await service.scope(name).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    if (!refused.test(reason)) continue;
    const message = `a master keeps the scope ${name} from this login: a role is missing`;
    const cure = `Ask its owners for a role that the scope wants (auth in its metadata.yml), then run "precept login". ${brokenCloses}`;
    findings.set(name, fail('masters', message, cure));
  }
  return findings;
}
