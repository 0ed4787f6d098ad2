import type { SettingValues } from '../../config/settings.ts';
import { listenerUrl } from '../../config/values/listener-url.ts';
import { AuthError } from '../auth-error.ts';
import { createMachineTokens } from '../tokens/machine-token.ts';
import {
  type LoginSettings,
  loginsOfPeople,
  type MasterLogin,
  masterLogins,
} from '../tokens/master-logins.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The logins that a person may have by these settings: for all masters, or for the one at `url`. `notes` say of masters that take none
 * why. Faults: AuthError where no login is set up, and for a `url` that is no master.
 */
export async function findLogins(
  settings: SettingValues,
  env: Env,
  url?: string,
): Promise<{ readonly logins: readonly LoginSettings[]; readonly notes: readonly string[] }> {
  const { masters, oidc_issuer_url: issuer, oidc_client_id: client } = settings;
  const all = masterLogins(settings, env);
  const wanted = url === undefined ? all : [masterAt(url, all, settings)];
  if (masters.length === 0) {
    if (issuer === null || client === null || client === '') throw new AuthError(notSetUp(settings));
    const urls = wanted.map((master) => master.url);
    return { logins: [{ ...settings, master_server_url: urls }], notes: [] };
  }
  const people: MasterLogin[] = [];
  const notes: string[] = [];
  for (const master of wanted) {
    const why = await whyNobody(master, settings, env);
    if (why === null) people.push(master);
    else if (why !== '' || url !== undefined) notes.push(`${master.url} ${why || 'takes no login'}.`);
  }
  return { logins: loginsOfPeople(people), notes };
}

function masterAt(url: string, all: readonly MasterLogin[], settings: SettingValues): MasterLogin {
  const found = all.find((master) => master.url === url.replace(/\/+$/, ''));
  if (found !== undefined) return found;
  const known =
    all.length === 0 ? 'there are none' : `they are ${all.map((master) => master.url).join(', ')}`;
  const here = listenerUrl(settings);
  const own = here === null ? '' : `; the server of this machine is ${here}`;
  throw new AuthError(`${url} is not a master of these settings; ${known}${own}`);
}

/** Why no person logs in for a master; empty where it wants no login, null where a person does. */
async function whyNobody(master: MasterLogin, settings: SettingValues, env: Env): Promise<string | null> {
  const { login, secretEnv } = master;
  const machine = await createMachineTokens(master, env)();
  if (machine !== null) return `gets the token of ${machine.from}; nobody has to log in`;
  if (secretEnv !== null && login?.oidc_client_secret)
    return `gets tokens by the client secret in ${secretEnv}; nobody has to log in`;
  if (login !== null) return null;
  const entry = settings.masters.find(({ url }) => url === master.url);
  const provided = [master.tokenFile, master.tokenEnv].filter(Boolean).join(' and ');
  if (provided !== '') return `gets no token: ${provided} holds no token`;
  const isWanted = entry?.audience !== undefined || entry?.client_id !== undefined;
  if (isWanted) throw new AuthError(notSetUp(settings, entry));
  return '';
}

function notSetUp(
  settings: SettingValues,
  entry: { readonly issuer?: string; readonly url?: string } = {},
): string {
  const here = settings.auth_issuer_url === null ? null : listenerUrl(settings);
  if (here !== null && entry.url === undefined && settings.oidc_issuer_url === null)
    return `no login at masters is set up; for the server of this machine, give its address: ${here}`;
  const missing = (entry.issuer ?? settings.oidc_issuer_url) === null ? 'oidc_issuer_url' : 'oidc_client_id';
  const what = entry.url === undefined ? 'no login is set up' : `no login is set up for ${entry.url}`;
  return `${what}: the setting ${missing} is missing; put it into the settings file or PRECEPT_${missing.toUpperCase()}`;
}
