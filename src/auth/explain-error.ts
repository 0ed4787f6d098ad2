import { explainConnection } from '../runtime/http/connection-cause.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { AuthError } from './auth-error.ts';
import { plainText } from './plain-text.ts';

/** Error codes of OAuth (RFC 6749, RFC 8628) and OpenID Connect that a person can do something about. */
const advice: Readonly<Record<string, string>> = {
  access_denied: 'the login was refused, by you or by a policy of the issuer',
  consent_required: 'the issuer wants a consent that was not given',
  expired_token: 'nobody entered the code in time; run the command again',
  invalid_client:
    'the issuer does not know this client or its secret; check oidc_client_id and oidc_client_secret, or client_id and client_secret_env in masters',
  invalid_scope: 'the issuer does not give one of the scopes asked for; check oidc_scopes',
  invalid_target: 'the issuer gives no tokens for that audience; check oidc_audience',
  unauthorized_client: 'the issuer does not allow this client this way of logging in; change it there',
  unsupported_grant_type: 'the issuer does not offer this way of logging in',
  invalid_grant: 'the issuer no longer accepts this login; run "precept login"',
};

/** Whatever the OpenID library threw, as one line about `issuer` that holds no token, code or secret. */
export function explainError(error: unknown, issuer: string): AuthError {
  const own = ownError(error);
  if (own !== null) return own;
  if (!(error instanceof Error)) return new AuthError(`the login at ${issuer} failed`);
  const refusal = textField(error, 'error') ?? challengeOf(error);
  if (refusal !== null) {
    const reason = advice[refusal] ?? 'the issuer refused';
    const description = textField(error, 'error_description');
    const shown = description === null ? refusal : `${refusal}: ${description}`;
    return new AuthError(`${issuer}: ${reason} (${shown})`, {
      ended: refusal === 'invalid_grant',
      away: refusal === 'server_error' || refusal === 'temporarily_unavailable',
    });
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'OAUTH_TIMEOUT') return new AuthError(`${issuer} did not answer in time`, { away: true });
  if (code === 'OAUTH_ABORT') return new AuthError('the login was cancelled');
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON') {
    const status = error.cause instanceof Object && 'status' in error.cause ? error.cause.status : null;
    const isBehindProxy = status === 502 || status === 503 || status === 504;
    const why = isBehindProxy ? 'a proxy answers, and the issuer behind it does not' : 'check its address';
    const shown = status === null ? '' : ` (HTTP ${status})`;
    return new AuthError(`${issuer} does not answer as an OpenID issuer does${shown}; ${why}`, {
      away: true,
    });
  }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return new AuthError(
      `${issuer} says that it is another issuer; the setting must be its name, letter by letter`,
    );
  }
  if (code.startsWith('OAUTH_'))
    return new AuthError(`${issuer} gave an answer that is not valid: ${oneLine(error.message)}`);
  const reason = connectionReason(error);
  if (reason !== null)
    return new AuthError(`${issuer} cannot be reached: ${explainConnection(reason)}`, { away: true });
  return new AuthError(`the login at ${issuer} failed: ${oneLine(error.message)}`);
}

/** An error of ours that a library has wrapped: the reason of an abort, for instance. */
function ownError(error: unknown): AuthError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AuthError) return current;
  }
  return null;
}

/** Why a connection failed; null where none did: fetch says so in the middle of the causes. */
function connectionReason(error: Error): string | null {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current.message === 'fetch failed') return oneLine(reasonOf(error));
  }
  return null;
}

/** The error of a token endpoint that asks for other credentials (RFC 6749 section 5.2). */
function challengeOf(error: Error): string | null {
  if (!('code' in error) || error.code !== 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return null;
  const [challenge] = Array.isArray(error.cause) ? error.cause : [];
  return textField(Object(Object(challenge).parameters), 'error') ?? 'invalid_client';
}

function textField(error: object, name: string): string | null {
  const value = (error as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value !== '' ? oneLine(value) : null;
}

/** Text of others with what could be a token or a code blacked out. */
function oneLine(text: string): string {
  const token = /eyJ[\w.-]+|(?:[\w~+-]+\.)*[\w~+-]{32,}(?:\.[\w~+-]+)*/g;
  return plainText(text.slice(0, 1000).replace(token, '***'));
}
