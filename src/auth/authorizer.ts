import { isSafeAddress } from '../config/check-login.ts';
import type { SettingValues } from '../config/settings.ts';
import type { Logger } from '../runtime/log.ts';
import { createSession, type SessionOptions } from './session.ts';
import { createTokenStore, credentialsPath } from './token-store.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a request to a master: a bearer token (RFC 6750) while there is a login, nothing otherwise. `refused` are
 * those of the request before, which it answered with 401. It never rejects.
 */
export type Authorize = (url: string, refused: Headers | null) => Promise<Headers>;

/** Gives the login's token to the origins of the configured masters, and to no other. */
export function createAuthorizer(
  settings: SessionOptions['settings'] & Pick<SettingValues, 'master_server_url' | 'remote_timeout_seconds'>,
  home: string,
  log: Logger,
): Authorize {
  const session = createSession({
    settings,
    store: createTokenStore(credentialsPath(home), log),
    log,
    now: Date.now,
    // The rest of the time belongs to the master.
    patience: (settings.remote_timeout_seconds * 1000) / 2,
  });
  if (session === null) return async () => ({});
  const origins = new Set(settings.master_server_url.map((url) => new URL(url).origin));
  const warned = new Set<string>();
  let broken = false;

  return async (url, refused) => {
    const address = new URL(url);
    if (!origins.has(address.origin)) return {};
    const token = await session
      .token(refused?.Authorization?.slice('Bearer '.length) ?? null)
      .catch((error) => {
        if (!broken)
          log.warn(`the stored login cannot be used: ${error instanceof Error ? error.message : error}`);
        broken = true;
        return null;
      });
    if (token === null) return {};
    if (!isSafeAddress(address) && !warned.has(address.origin)) {
      warned.add(address.origin);
      log.warn(`the login is sent to ${address.origin} over plain http, where others can read it; use https`);
    }
    return { Authorization: `Bearer ${token}` };
  };
}
