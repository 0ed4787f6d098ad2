import { isSafeAddress } from '../../config/values/safe-address.ts';
import { type Authorize, IssuerAway } from '../../runtime/http/send-with-login.ts';
import type { Logger } from '../../runtime/log.ts';
import { AuthError } from '../auth-error.ts';
import { type LoginSource, openLoginSource } from './login-source.ts';
import { masterLogins } from './master-logins.ts';

type Settings = Parameters<typeof masterLogins>[0];

export interface AuthorizerWorld {
  /** Where logins of people are kept; without it there are none. */
  readonly home?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Gives each master the token that the settings have for it, and a person's login only to those that it was made for; never in the
 * clear beyond this machine. What goes without is warned of once. What it makes rejects with IssuerAway alone.
 */
export function createAuthorizer(settings: Settings, world: AuthorizerWorld, log: Logger): Authorize {
  const warned = new Set<string>();
  const warnOnce = (about: string, message: string) => {
    if (!warned.has(about)) log.warn(message);
    warned.add(about);
  };
  const sources = masterLogins(settings, world.env).flatMap((login) => {
    const source = openLoginSource(login, { ...world, log, warnOnce });
    return source === null ? [] : [{ url: login.url, source }];
  });
  // Addresses of masters may begin alike; the longest is meant.
  sources.sort((a, b) => b.url.length - a.url.length);
  const sourceOf = (url: string): LoginSource | undefined =>
    sources.find((one) => url === one.url || url.startsWith(`${one.url}/`))?.source;

  const authorize: Authorize = async (url, refused) => {
    const source = sourceOf(url);
    if (source === undefined) return {};
    const address = new URL(url);
    try {
      if (!(await source.isThere())) return {};
      if (!isSafeAddress(address)) {
        const why = 'it is plain http, where others can read it; use https';
        warnOnce(address.origin, `the login is not sent to ${address.origin}: ${why}`);
        return {};
      }
      const token = await source.token(address, refused?.Authorization?.slice('Bearer '.length) ?? null);
      return token === null ? {} : { Authorization: `Bearer ${token}` };
    } catch (error) {
      if (error instanceof AuthError && error.away) throw new IssuerAway(error.message);
      warnOnce('', `the stored login cannot be used: ${error instanceof Error ? error.message : error}`);
      return {};
    }
  };
  async function subject(url: string): Promise<string | null> {
    const source = sourceOf(url);
    const address = new URL(url);
    try {
      return source === undefined || !isSafeAddress(address) ? '' : await source.subject(address);
    } catch {
      return null;
    }
  }
  async function describe(url: string): Promise<string | null> {
    const source = sourceOf(url);
    const address = new URL(url);
    try {
      return source === undefined || !isSafeAddress(address) ? null : await source.describe(address);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const settle = async () => {
    await Promise.all(sources.map(({ source }) => source.settle()));
  };
  return Object.assign(authorize, { subject, describe, settle });
}
