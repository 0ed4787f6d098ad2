import type { MasterState } from '../federation/master-health.ts';
import type { Service } from '../service/service.ts';
import { checkDefaultScope } from './check-rules.ts';
import { type Finding, fail, ok } from './finding.ts';

/** The masters, all asked at once and each for at most `remote_timeout_seconds`; then the scopes that there are in all. */
export async function checkMasters(service: Service): Promise<Finding[]> {
  const { names, unavailable } = await service.scopes();
  const states = await service.masterStates();
  const denied = await service.deniedMasters();
  const findings = states.map((state) => findingOf(state, denied.includes(state.url)));
  return [...findings, ...checkDefaultScope(service, names, unavailable.length === 0)];
}

function findingOf({ url, state, reason, age_seconds: age }: MasterState, isDenied: boolean): Finding {
  if (state === 'available') return ok('masters', `${url} is available, last answer ${age ?? 0} s ago`);
  const cure = isDenied
    ? 'Run "precept login"; if you are logged in, ask its owners for access.'
    : 'Check the address, the network and remote_ssl_ca_bundle; local rules are served meanwhile.';
  return fail('masters', `${url} is ${state}${reason === null ? '' : `: ${reason}`}`, cure);
}
