import { isAddressOrRange } from '../../runtime/http/address-list.ts';
import type { SettingName, SettingValues } from '../settings.ts';
import { isLoopbackHost, isSafeAddress } from './safe-address.ts';

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
  problems.push(...checkSignIn(values));
  for (const text of values.trusted_proxies) {
    if (isAddressOrRange(text)) continue;
    const message = `: ${JSON.stringify(text)} is not an IP address or a range of them, like 10.0.0.0/8`;
    problems.push({ setting: 'trusted_proxies', message });
  }
  return problems;
}

/** Browsers sign in where callers have to, with a cookie that needs a key, and never over plain http beyond this machine. */
function checkSignIn(values: SettingValues): LoginProblem[] {
  const { auth_client_id: client, public_url: address, http_host: host } = values;
  if (client === null) return [];
  const problems: LoginProblem[] = [];
  if (values.auth_issuer_url === null && values.auth_audience === null) {
    const message = ' is given without auth_issuer_url and auth_audience; give them too, or leave it out';
    problems.push({ setting: 'auth_client_id', message });
  }
  if (address !== null && !isSafeAddress(new URL(address))) {
    const message = `: ${address} is plain http, over which nobody can sign in; use https`;
    problems.push({ setting: 'public_url', message });
  }
  if (address === null && values.trusted_proxies.length === 0 && !isLoopbackHost(host)) {
    const message = ` is given, and http_host ${host} lets other machines in over plain http; set public_url to the https address that browsers use`;
    problems.push({ setting: 'auth_client_id', message });
  }
  return problems;
}

/** What keeps a server from letting people sign in with a browser, in words behind `setting auth_client_id`; null where nothing does. */
export function whyNoSessions({
  auth_client_id: client,
  session_secret: secrets,
}: Pick<SettingValues, 'auth_client_id' | 'session_secret'>): string | null {
  if (client === null || secrets.length > 0) return null;
  return ' is given without session_secret; give 32 random characters or more, like those of "openssl rand -base64 32"';
}
