import { isSafeAddress } from '../config/check-login-settings.ts';
import type { SettingValues } from '../config/settings.ts';
import type { Logger } from '../runtime/log.ts';
import type { Authorize } from '../runtime/send-with-login.ts';
import { subjectOf } from './login-subject.ts';
import { createSession, type SessionOptions } from './session.ts';
import { createTokenStore, credentialsPath } from './token-store.ts';

/**
 * Gives the login's token to the configured masters that the login was made for, and to no other; never in the clear beyond
 * this machine. Each origin that goes without is warned of once. What it makes never rejects.
 */
export function createAuthorizer(
  settings: SessionOptions['settings'] & Pick<SettingValues, 'master_server_url' | 'remote_timeout_seconds'>,
  home: string,
  log: Logger,
): Authorize {
  const store = createTokenStore(credentialsPath(home), log);
  const session = createSession({
    settings,
    store,
    log,
    now: Date.now,
    // The rest of the time belongs to the master.
    patience: (settings.remote_timeout_seconds * 1000) / 2,
  });
  if (session === null) return async () => ({});
  const { issuer } = session;
  const configured = new Set(settings.master_server_url.map((url) => new URL(url).origin));
  const warned = new Set<string>();
  const warnOnce = (origin: string, message: string) => {
    if (!warned.has(origin)) log.warn(message);
    warned.add(origin);
  };

  /** Whether the login that there is may go there; also where there is none, which is nobody's news here. */
  async function isFor(address: URL): Promise<boolean> {
    const { origin } = address;
    const login = await store.read(issuer);
    if (login === null) return true;
    if (!isSafeAddress(address)) {
      const why = 'it is plain http, where others can read it; use https';
      warnOnce(origin, `the login is not sent to ${origin}: ${why}`);
      return false;
    }
    if (login.origins?.includes(origin)) return true;
    const made = login.origins?.join(', ') || 'no master';
    const what =
      login.origins === undefined
        ? `the login at ${issuer.url} is of an older version and does not say which masters it is for`
        : `the login at ${issuer.url} was made for ${made} and is not sent to ${origin}`;
    warnOnce(origin, `${what}; run "precept login" to log in for ${origin}`);
    return false;
  }

  const authorize: Authorize = async (url, refused) => {
    const address = new URL(url);
    if (!configured.has(address.origin)) return {};
    try {
      if (!(await isFor(address))) return {};
      const token = await session.token(refused?.Authorization?.slice('Bearer '.length) ?? null);
      return token === null ? {} : { Authorization: `Bearer ${token}` };
    } catch (error) {
      warnOnce('', `the stored login cannot be used: ${error instanceof Error ? error.message : error}`);
      return {};
    }
  };
  /** The person behind the token that would be sent. */
  async function subject(url: string): Promise<string | null> {
    const address = new URL(url);
    if (!configured.has(address.origin)) return '';
    try {
      const login = await store.read(issuer);
      const goesThere = login?.origins?.includes(address.origin) && isSafeAddress(address);
      return login !== null && goesThere ? subjectOf(login) : '';
    } catch {
      return null;
    }
  }
  return Object.assign(authorize, { subject });
}
