import { credentialsPath, peekLogin } from '../auth/token-store.ts';
import type { SettingValues } from '../config/settings.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The login that the settings name: who, and until when. The store is only read, and no token leaves it. */
export async function checkLogin(
  settings: SettingValues,
  home: string,
  shown: (path: string) => string,
): Promise<Finding[]> {
  const { oidc_issuer_url: url, oidc_client_id: clientId, master_server_url: masters } = settings;
  if (!url || !clientId) return [ok('login', 'none is set up')];
  const say = masters.length > 0 ? fail : warn;
  const cure = 'Run "precept login".';
  const path = credentialsPath(home);
  const login = await peekLogin(path, { url, clientId });
  if (login === undefined) return [say('login', `the stored logins in ${shown(path)} are damaged`, cure)];
  if (login === null) return [say('login', `nobody is logged in at ${url}`, cure)];
  const who = login.name ?? login.subject;
  const as = `logged in at ${url}${who === null ? '' : ` as ${who}`}`;
  const { expires_at: end, refresh_token: refresh } = login;
  if (refresh !== null) return [ok('login', `${as}, renewed by itself`)];
  if (end === null) return [ok('login', `${as}, with no known end`)];
  const time = new Date(end * 1000).toISOString();
  if (end * 1000 > Date.now()) return [ok('login', `${as} until ${time}, not renewed`)];
  return [say('login', `the login at ${url} ended at ${time}`, cure)];
}
