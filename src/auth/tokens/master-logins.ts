import type { SettingValues } from '../../config/settings.ts';
import type { MasterEntry } from '../../config/values/master-entries.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The settings of one login: an issuer, a client and an audience, with the masters that it is for. */
export type LoginSettings = Pick<
  SettingValues,
  | 'oidc_issuer_url'
  | 'oidc_client_id'
  | 'oidc_client_secret'
  | 'oidc_audience'
  | 'oidc_scopes'
  | 'oidc_redirect_port'
  | 'remote_ssl_ca_bundle'
  | 'remote_ssl_verify'
  | 'remote_timeout_seconds'
  | 'master_server_url'
>;

/** How one master is logged in at. */
export interface MasterLogin {
  readonly url: string;
  /** The file and the variable that hold its token; null for none. */
  readonly tokenFile: string | null;
  readonly tokenEnv: string | null;
  /** The variable of the client's secret, for a program that logs in by itself; null for none. */
  readonly secretEnv: string | null;
  /** The login of a person or of such a client, for this master alone; null where none is set up. */
  readonly login: LoginSettings | null;
}

/** How each of the masters is logged in at, in list order. */
export function masterLogins(
  settings: LoginSettings & Pick<SettingValues, 'masters'>,
  env: Env,
): MasterLogin[] {
  const { masters, master_server_url: urls } = settings;
  if (masters.length > 0) return masters.map((entry) => loginOf(entry, settings, env));
  return urls.map((url) => ({
    url,
    tokenFile: null,
    tokenEnv: null,
    secretEnv: null,
    login: isComplete(settings) ? { ...settings, master_server_url: [url] } : null,
  }));
}

/** One that names neither audience nor client gets no login: it is not for all masters that the others log in. */
function loginOf(entry: MasterEntry, settings: LoginSettings, env: Env): MasterLogin {
  const { url, audience, client_id: client, client_secret_env: secretEnv = null } = entry;
  const issuer = entry.issuer ?? settings.oidc_issuer_url;
  const clientId = client ?? settings.oidc_client_id;
  const isUsual = issuer === settings.oidc_issuer_url && clientId === settings.oidc_client_id;
  const login: LoginSettings = {
    ...settings,
    master_server_url: [url],
    oidc_issuer_url: issuer,
    oidc_client_id: clientId,
    oidc_client_secret:
      secretEnv !== null ? env[secretEnv]?.trim() || null : isUsual ? settings.oidc_client_secret : null,
    oidc_audience: audience ?? settings.oidc_audience,
  };
  const isWanted = audience !== undefined || client !== undefined;
  return {
    url,
    tokenFile: entry.token_file ?? null,
    tokenEnv: entry.token_env ?? null,
    secretEnv,
    login: isWanted && isComplete(login) ? login : null,
  };
}

function isComplete({ oidc_issuer_url: issuer, oidc_client_id: client }: LoginSettings): boolean {
  return issuer !== null && client !== null && client !== '';
}

/** The logins of people among them, each once, with all the masters that it is for. */
export function loginsOfPeople(logins: readonly MasterLogin[]): LoginSettings[] {
  const found = new Map<string, LoginSettings>();
  for (const { login } of logins) {
    if (login === null) continue;
    const key = JSON.stringify([login.oidc_issuer_url, login.oidc_client_id, login.oidc_audience]);
    const known = found.get(key);
    const urls = [...(known?.master_server_url ?? []), ...login.master_server_url];
    found.set(key, { ...login, master_server_url: urls });
  }
  return [...found.values()];
}
