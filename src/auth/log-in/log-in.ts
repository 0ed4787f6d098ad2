import type { Issuer } from '../issuer.ts';
import type { LoginSettings } from '../tokens/master-logins.ts';
import type { StoredLogin, TokenStore } from '../tokens/token-store.ts';
import { openCallback } from './callback-server.ts';
import { originsOf } from './login-origins.ts';
import { audienceParameters, toStoredLogin } from './login-result.ts';

/** Milliseconds that a person has to log in. */
export const loginTimeout: number = 5 * 60_000;

export interface LoginOptions {
  readonly issuer: Issuer;
  readonly store: TokenStore;
  readonly settings: Pick<
    LoginSettings,
    'oidc_scopes' | 'oidc_audience' | 'oidc_redirect_port' | 'master_server_url'
  >;
  /** Aborts when the person gives up or time is over; the reason is an AuthError. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Logs in through a browser: authorization code with PKCE (RFC 7636), state and nonce, over a loopback redirect
 * (RFC 8252 section 7.3). `show` gets the address to open. Faults: AuthError.
 */
export async function logInByBrowser(
  options: LoginOptions,
  show: (url: string) => Promise<void>,
): Promise<StoredLogin> {
  const { issuer, settings, signal } = options;
  const scope = settings.oidc_scopes;
  const audience = audienceParameters(settings.oidc_audience);
  return issuer.talk(async (client, config) => {
    const state = client.randomState();
    // Only an ID token can carry the nonce back.
    const nonce = hasScope(scope, 'openid') ? client.randomNonce() : undefined;
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const callback = await openCallback(settings.oidc_redirect_port, state);
    try {
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback.redirectUri,
        scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...(nonce !== undefined && { nonce }),
        ...(wantsConsent(scope, issuer.url) && { prompt: 'consent' }),
        ...audience,
      });
      await show(url.href);
      const back = await callback.visited(signal);
      const checks = {
        expectedState: state,
        pkceCodeVerifier,
        ...(nonce !== undefined && { expectedNonce: nonce }),
      };
      const login = await client
        .authorizationCodeGrant(config, back, checks, audience)
        .then((answer) => keepLogin(options, answer));
      await callback.end(null);
      return login;
    } catch (error) {
      await callback.end('The login did not succeed. The terminal says why.');
      throw error;
    } finally {
      callback.close();
    }
  });
}

/**
 * Stores the login that an issuer's answer makes, for the masters of the settings. Those that an earlier login was made for
 * stay, as long as it is one for the same audience: projects with different masters share it.
 */
export async function keepLogin(
  { issuer, store, settings, now }: LoginOptions,
  answer: Parameters<typeof toStoredLogin>[1],
): Promise<StoredLogin> {
  const { audience } = issuer;
  const made = toStoredLogin(issuer, answer, now());
  const stored = await store.update(issuer, async (before) => {
    const earlier = before?.audience === audience ? (before.origins ?? []) : [];
    return {
      ...made,
      audience,
      origins: [...new Set([...originsOf(settings.master_server_url), ...earlier])],
    };
  });
  return stored ?? made;
}

function hasScope(scopes: string, wanted: string): boolean {
  return scopes.split(/\s+/).includes(wanted);
}

/**
 * OpenID Connect Core section 11: without this prompt, offline access is to be ignored. Entra ID gives it all the
 * same, and would ask an administrator each time where users may not consent.
 */
function wantsConsent(scopes: string, issuer: string): boolean {
  return hasScope(scopes, 'offline_access') && new URL(issuer).hostname !== 'login.microsoftonline.com';
}
