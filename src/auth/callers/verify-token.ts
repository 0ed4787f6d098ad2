import type { JWTPayload, JWTVerifyResult, RemoteJWKSet } from 'jose';
import type { SettingValues } from '../../config/settings.ts';
import type { Claims } from '../../model/claims.ts';
import { lazy } from '../../runtime/async/lazy.ts';
import { AuthError } from '../auth-error.ts';
import { explainError } from '../explain-error.ts';
import { discover } from '../issuer.ts';
import { plainText } from '../plain-text.ts';

/** Why a token is not accepted, in words for its bearer. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/**
 * The claims of an access token, once it is shown to be one of the issuer's for this audience. Faults: TokenRefused; AuthError
 * where the issuer's keys cannot be had.
 */
export type VerifyToken = (token: string) => Promise<Claims>;

export interface TokenVerifier {
  readonly verify: VerifyToken;
  /** Fetches the keys of the issuer, unless that was done a moment ago. Fault: AuthError where they cannot be had. */
  reach(): Promise<void>;
}

export interface VerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly tls: Pick<SettingValues, 'remote_ssl_ca_bundle' | 'remote_ssl_verify'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Signatures that take a private key: a symmetric one would let everybody who knows the public key sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Seconds that clocks may differ by. */
const skew = 60;
/**
 * Milliseconds between two looks for keys that are not known: the issuer is not to be flooded through us. The keys that were
 * fetched at first do not count, so that an issuer that rotates right after is followed at once.
 */
const keyCooldown = 10_000;
/** Milliseconds after which keys are fetched again, so that those the issuer withdrew are gone. */
const keyAge = 10 * 60_000;
/** Milliseconds for which an issuer that could not be asked is left alone. */
const discoveryCooldown = 2_000;

/** Verifies access tokens of one issuer (RFC 9068, RFC 8725). Its metadata and keys are fetched when first needed. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { issuer, tls, now } = options;
  // An address without a path is the same with a slash at its end, and some clients ask for tokens for that.
  const bare = URL.canParse(options.audience) && new URL(options.audience).origin === options.audience;
  const audience = bare ? [options.audience, `${options.audience}/`] : options.audience;
  let failed: { readonly at: number; readonly error: AuthError; readonly isProbe: boolean } | null = null;
  let look: Look | null = null;
  let reached: Look | null = null;

  const keysOf = lazy(() => openKeys(issuer, tls));

  /** The keys, unless the issuer could not be asked a moment ago. That a probe has failed, as at the start, puts no caller off. */
  async function open(isProbe = false): Promise<Keys> {
    if (failed !== null && (isProbe || !failed.isProbe) && now() - failed.at < discoveryCooldown)
      throw failed.error;
    try {
      const keys = await keysOf();
      failed = null;
      return keys;
    } catch (error) {
      failed = { at: now(), error: explainError(error, issuer), isProbe };
      throw failed.error;
    }
  }

  /** Fetches the keys anew, unless that was done for another unknown key a moment ago. */
  function lookAgain(keys: RemoteJWKSet): Promise<void> {
    if (look === null || now() - look.at >= keyCooldown) look = { at: now(), done: keys.reload() };
    return look.done;
  }

  async function verify(token: string, { jose, keys, name }: Keys): Promise<JWTVerifyResult> {
    const once = () =>
      jose.jwtVerify(token, keys, {
        issuer: name,
        audience,
        algorithms,
        clockTolerance: skew,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
      });
    return once().catch(async (error: unknown) => {
      if (!(error instanceof jose.errors.JWKSNoMatchingKey)) throw error;
      await lookAgain(keys);
      return once();
    });
  }

  return {
    async verify(token) {
      const { payload, protectedHeader } = await verify(token, await open()).catch(
        (error: unknown): never => {
          throw toRefusal(error, issuer, options.audience);
        },
      );
      checkIssuedAt(payload, now());
      checkKind(payload, protectedHeader);
      return payload;
    },
    // Looks of its own: one for an unknown key is not to wait for them.
    async reach() {
      const { keys } = await open(true);
      if (reached === null || now() - reached.at >= keyCooldown) reached = { at: now(), done: keys.reload() };
      await reached.done.catch((error: unknown): never => {
        throw toRefusal(error, issuer, options.audience);
      });
    },
  };
}

/** Keys that were asked for: when, and what settles with them. */
interface Look {
  readonly at: number;
  readonly done: Promise<void>;
}

interface Keys {
  readonly jose: typeof import('jose');
  readonly keys: RemoteJWKSet;
  /** The issuer's name as its tokens have it. */
  readonly name: string;
}

async function openKeys(issuer: string, tls: VerifierOptions['tls']): Promise<Keys> {
  const [jose, client] = await Promise.all([import('jose'), import('openid-client')]);
  const config = await discover(client, issuer, tls, { clientId: 'precept', clientAuth: client.None() });
  const { jwks_uri, issuer: name } = config.serverMetadata();
  if (jwks_uri === undefined) throw new AuthError(`${issuer} does not say where its keys are (jwks_uri)`);
  // The same fetch as for the metadata: TLS settings, and no plain http beyond this machine.
  const fetch = config[client.customFetch] as typeof globalThis.fetch;
  const keys = jose.createRemoteJWKSet(new URL(jwks_uri), {
    // As long as the keys are kept: looking for new ones in between is up to the verifier.
    cooldownDuration: keyAge,
    cacheMaxAge: keyAge,
    [jose.customFetch]: (url, { headers, method, redirect, signal }) =>
      fetch(url, { headers: Object.fromEntries(headers), method, redirect, signal }),
  });
  return { jose, keys, name };
}

/** What `jose` found, without the token or anything of it. */
function toRefusal(error: unknown, issuer: string, wanted: string): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const claim = error instanceof Error && 'claim' in error ? String(error.claim) : '';
  switch (code) {
    case 'ERR_JWT_EXPIRED':
      return new TokenRefused('the token has expired');
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      if (claim === 'aud') return new TokenRefused(wrongAudience(error, wanted));
      return new TokenRefused(claimProblems[claim] ?? 'a claim of the token is not as it must be');
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return new TokenRefused('the token is not signed with a public-key algorithm that is accepted here');
    case 'ERR_JWKS_NO_MATCHING_KEY':
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return new TokenRefused('the token is not signed with a key of the issuer');
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return new TokenRefused('the token is not a signed JWT');
    default:
      return explainError(error, `the key set of ${issuer}`);
  }
}

/** Whom a token is for, which its issuer has signed, and whom it should be for. */
function wrongAudience(error: unknown, wanted: string): string {
  const { payload } = Object(error) as { payload?: JWTPayload };
  const named = [payload?.aud ?? []].flat().filter((one) => typeof one === 'string');
  const shown = named.slice(0, 5).map((one) => plainText(one.slice(0, 200)));
  const what = shown.length === 0 ? 'names none' : `names ${shown.join(', ')}`;
  return `the token is for another audience: it ${what}, and this server is ${wanted}`;
}

const claimProblems: Readonly<Record<string, string>> = {
  iss: 'the token is of another issuer',
  exp: 'the token has no end',
  nbf: 'the token is not valid yet',
};

function checkIssuedAt({ iat }: JWTPayload, now: number): void {
  if (iat !== undefined && iat > now / 1000 + skew)
    throw new TokenRefused('the token was issued in the future');
}

/** Claims that only ID tokens have (OpenID Connect Core sections 2 and 3.3.2.11). */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash'];

/**
 * RFC 9068 section 4 wants the type `at+jwt`. Providers that write `JWT`, or nothing (Okta), are taken too, as long as the
 * token is not an ID token. One that is bound to a key (RFC 7800) is not a bearer token: its proof is not looked at here.
 */
function checkKind(payload: JWTPayload, header: JWTVerifyResult['protectedHeader']): void {
  if (payload.cnf !== undefined)
    throw new TokenRefused('the token is bound to a key and cannot be a bearer token');
  const type = (header.typ ?? 'JWT').toLowerCase().replace(/^application\//, '');
  if (type === 'at+jwt') return;
  if (type !== 'jwt') throw new TokenRefused('the token is of another type than an access token');
  // Keycloak tells its kinds of tokens apart by this claim.
  const own = typeof payload.typ === 'string' ? payload.typ.toLowerCase() : 'bearer';
  if (own !== 'bearer' || idTokenClaims.some((claim) => Object.hasOwn(payload, claim)))
    throw new TokenRefused('the token is not an access token');
}
