import { createHash, randomBytes } from 'node:crypto';
import type { SettingValues } from '../../config/settings.ts';
import type { Claims } from '../../model/claims.ts';
import { AuthError } from '../auth-error.ts';
import { TokenRefused, type VerifyToken } from '../callers/verify-token.ts';
import { createIssuer, type Issuer } from '../issuer.ts';
import { audienceParameters } from '../log-in/login-result.ts';
import { type BrowserSession, readSession, toSession } from './browser-session.ts';
import { createSealer, type Sealer } from './seal.ts';

/** Why a sign-in came to nothing; the message is for the log, and holds no token, code or secret. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly why: 'stale' | 'refused' | 'unavailable' | 'unusable';

  constructor(why: SignInFailed['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** What of a sign-in goes to the issuer and back, unread by it. */
interface Errand {
  readonly returnTo: string;
  readonly silent: boolean;
  /** Seconds since the epoch. */
  readonly until: number;
  /** The bond of the browser that began it, by its name and a digest. */
  readonly bond: string;
  readonly digest: string;
}

/** A secret that a browser keeps during one sign-in. Each tab has one of its own, under its own name: they may begin at once. */
export interface Bond {
  readonly name: string;
  readonly secret: string;
}

/** How a sign-in ended: with a session, or, where it was to be silent, with the word that the person has to be asked. */
export interface SignedIn {
  readonly session: BrowserSession | null;
  readonly returnTo: string;
  /** The name of the bond, which has done its work. */
  readonly bond: string;
}

/** People who sign in with a browser at the issuer of a server's tokens; nothing of them is kept here. */
export interface SignIn {
  /**
   * The address to send a browser to, and what it has to keep meanwhile; `silent` where the person should not be asked for
   * anything. Faults: SignInFailed.
   */
  begin(options: {
    readonly redirectUri: string;
    readonly returnTo: string;
    readonly silent: boolean;
  }): Promise<{ readonly address: string; readonly bond: Bond }>;
  /**
   * What came of it, at the address that the issuer sent the browser back to; `secretOf` gives what the browser kept under the name
   * of a bond. Faults: SignInFailed.
   */
  finish(callback: URL, secretOf: (bond: string) => string | null): Promise<SignedIn>;
  /** A session as a text for the browser to keep. */
  seal(session: BrowserSession): Promise<string>;
  /** The session in such a text; null where it has ended, or is not one. */
  open(text: string): Promise<BrowserSession | null>;
  /** Where the person ends the session at the issuer, as far as that is known. */
  logoutAddress(): Promise<string | null>;
}

/** Seconds that a person has at the pages of the issuer. */
const patience = 15 * 60;
/** Seconds that a session has to last, so that signing in does not go round in circles. */
const shortest = 1;
/** What an issuer says that was to ask for nothing, and would have to (OpenID Connect Core section 3.1.2.6). */
const wouldAsk: ReadonlySet<string> = new Set([
  ...['login_required', 'interaction_required', 'consent_required', 'account_selection_required'],
]);

type Settings = Pick<
  SettingValues,
  | 'auth_issuer_url'
  | 'auth_audience'
  | 'auth_client_id'
  | 'auth_client_secret'
  | 'auth_scopes'
  | 'session_secret'
  | 'session_hours'
  | 'remote_ssl_ca_bundle'
  | 'remote_ssl_verify'
>;

/**
 * Authorization code with PKCE (RFC 7636), state and nonce. The state is sealed and names the browser; verifier and nonce come of the
 * browser's secret and the state, so that any replica can finish what another began. Null without `auth_client_id`.
 */
export function createSignIn(
  settings: Settings,
  { verify, now }: { verify: VerifyToken; now: () => number },
): SignIn | null {
  const issuer = issuerOf(settings);
  if (issuer === null) return null;
  // A session is good where a token for it would be: servers for others may have the same secret.
  const place = JSON.stringify([issuer.url, settings.auth_audience]);
  const sessions = createSealer(settings.session_secret, `session ${place}`);
  const errands = createSealer(settings.session_secret, `sign-in ${place}`);
  const audience = audienceParameters(settings.auth_audience);
  const scope = settings.auth_scopes;
  const hasIdToken = scope.split(/\s+/).includes('openid');
  const seconds = () => now() / 1000;

  async function redeem(callback: URL, secret: string, state: string) {
    const checks = {
      expectedState: state,
      pkceCodeVerifier: digest('verifier', secret, state),
      ...(hasIdToken && { expectedNonce: digest('nonce', secret, state) }),
    };
    const answer = await (issuer as Issuer).talk((client, config) =>
      client.authorizationCodeGrant(config, callback, checks, audience),
    );
    return { token: answer.access_token, name: nameOf(answer.claims() ?? {}) };
  }

  return {
    async begin({ redirectUri, returnTo, silent }) {
      const name = randomBytes(6).toString('base64url');
      const secret = randomBytes(32).toString('base64url');
      const until = Math.floor(seconds()) + patience;
      const errand: Errand = { returnTo, silent, until, bond: name, digest: digest('bond', secret) };
      const state = await errands.seal(errand);
      try {
        return await issuer.talk(async (client, config) => {
          const url = client.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            response_type: 'code',
            scope,
            state,
            code_challenge: await client.calculatePKCECodeChallenge(digest('verifier', secret, state)),
            code_challenge_method: 'S256',
            ...(hasIdToken && { nonce: digest('nonce', secret, state) }),
            ...(silent && { prompt: 'none' }),
            ...audience,
          });
          return { address: url.href, bond: { name, secret } };
        });
      } catch (error) {
        throw new SignInFailed('unavailable', wordsOf(error));
      }
    },
    async finish(callback, secretOf) {
      const { errand, state, secret } = await openErrand(errands, { callback, secretOf, now: seconds() });
      const { returnTo, bond } = errand;
      const refusal = callback.searchParams.get('error');
      if (errand.silent && refusal !== null && wouldAsk.has(refusal))
        return { session: null, returnTo, bond };
      const { token, name } = await redeem(callback, secret, state).catch((error: unknown): never => {
        const isSpent = error instanceof AuthError && error.ended;
        throw new SignInFailed(
          refusal !== null ? 'refused' : isSpent ? 'stale' : 'unavailable',
          isSpent ? 'the code of the sign-in was used before, or is too old' : wordsOf(error),
        );
      });
      const claims = await verify(token).catch((error: unknown): never => {
        const why = error instanceof TokenRefused ? 'unusable' : 'unavailable';
        throw new SignInFailed(why, `the issuer gave a token that cannot be used: ${wordsOf(error)}`);
      });
      const session = toSession(claims, { name, hours: settings.session_hours, now: seconds() });
      if (session.end - seconds() < shortest)
        throw new SignInFailed('unusable', 'the token has ended already; compare the clocks');
      return { session, returnTo, bond };
    },
    seal: (session) => sessions.seal(session),
    open: async (text) => readSession(await sessions.open(text), seconds()),
    logoutAddress: () => endSessionAddress(issuer),
  };
}

/** The issuer of a server's tokens, as the client that people sign in with knows it. */
function issuerOf(settings: Settings): Issuer | null {
  return createIssuer({
    ...settings,
    oidc_issuer_url: settings.auth_issuer_url,
    oidc_client_id: settings.auth_client_id,
    oidc_client_secret: settings.auth_client_secret,
    oidc_audience: settings.auth_audience,
  });
}

/** What the state of a callback says, with the secret of the browser that brings it. Faults: SignInFailed. `now` is in seconds. */
async function openErrand(
  errands: Sealer,
  { callback, secretOf, now }: { callback: URL; secretOf: (bond: string) => string | null; now: number },
): Promise<{ errand: Errand; state: string; secret: string }> {
  const state = callback.searchParams.get('state') ?? '';
  const errand = (await errands.open(state)) as Errand | null;
  if (errand === null)
    throw new SignInFailed(
      'stale',
      'the state is not one of ours, or of a replica with another session_secret',
    );
  const secret = secretOf(errand.bond);
  if (secret === null || errand.digest !== digest('bond', secret))
    throw new SignInFailed('stale', 'another browser began it, or this one keeps no cookies');
  if (errand.until <= now) throw new SignInFailed('stale', 'it took too long');
  return { errand, state, secret };
}

/** How a person is called by an identity token; null where it does not say. */
function nameOf({ name, preferred_username: username, email }: Claims): string | null {
  const names = [name, username, email];
  return names.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? null;
}

/** Where a person ends the session at the issuer (RP-Initiated Logout); null where it has no such page, or cannot be asked. */
async function endSessionAddress(issuer: Issuer): Promise<string | null> {
  try {
    return await issuer.talk(async (client, config) =>
      config.serverMetadata().end_session_endpoint === undefined
        ? null
        : client.buildEndSessionUrl(config).href,
    );
  } catch {
    return null;
  }
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url');
}

/** An error of the conversation with the issuer, with the names of the settings that this one is about. */
function wordsOf(error: unknown): string {
  const text = error instanceof AuthError || error instanceof TokenRefused ? error.message : String(error);
  return text.replace(', or client_id and client_secret_env in masters', '').replaceAll('oidc_', 'auth_');
}
