import { isAddressOrRange } from '../runtime/address-list.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** What is wrong with one setting; the message goes behind `setting <name>`. */
export interface LoginProblem {
  readonly setting: SettingName;
  readonly message: string;
}

/** What is wrong with the settings of logins taken together: one line per mistake. */
export function checkLoginSettings(values: SettingValues): LoginProblem[] {
  const problems: LoginProblem[] = [];
  const { auth_issuer_url: issuer, auth_audience: audience } = values;
  if ((issuer === null) !== (audience === null)) {
    const [given, missing] =
      issuer === null
        ? (['auth_audience', 'auth_issuer_url'] as const)
        : (['auth_issuer_url', 'auth_audience'] as const);
    const message = ` is given without ${missing}; give both, or neither to ask for no login`;
    problems.push({ setting: given, message });
  }
  if (audience !== null && audience.trim() === '') {
    const message = ' is empty; name whom the tokens are for, like this server’s address';
    problems.push({ setting: 'auth_audience', message });
  }
  for (const name of ['oidc_issuer_url', 'auth_issuer_url'] as const) {
    const url = values[name];
    if (url !== null && !isSafeAddress(new URL(url))) {
      const message = `: ${url} is plain http, which only an issuer on this machine may use; use https`;
      problems.push({ setting: name, message });
    }
  }
  for (const text of values.trusted_proxies) {
    if (isAddressOrRange(text)) continue;
    const message = `: ${JSON.stringify(text)} is not an IP address or a range of them, like 10.0.0.0/8`;
    problems.push({ setting: 'trusted_proxies', message });
  }
  return problems;
}

/** Whether nobody between can read what is sent there: https, or this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Whether a host, as URLs or listeners write it, is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
