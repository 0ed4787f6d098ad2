import type { SettingValues } from './settings.ts';

/** What is wrong with the settings of logins taken together: one line per mistake. */
export function checkLoginSettings(values: SettingValues): string[] {
  const problems: string[] = [];
  const { auth_issuer_url: issuer, auth_audience: audience } = values;
  if ((issuer === null) !== (audience === null)) {
    const [given, missing] =
      issuer === null ? ['auth_audience', 'auth_issuer_url'] : ['auth_issuer_url', 'auth_audience'];
    problems.push(`setting ${given} is given without ${missing}; give both, or neither to ask for no login`);
  }
  if (audience !== null && audience.trim() === '') {
    problems.push('setting auth_audience is empty; name whom the tokens are for, like this server’s address');
  }
  for (const name of ['oidc_issuer_url', 'auth_issuer_url'] as const) {
    const url = values[name];
    if (url !== null && !isSafeAddress(new URL(url))) {
      problems.push(
        `setting ${name}: ${url} is plain http, which only an issuer on this machine may use; use https`,
      );
    }
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
