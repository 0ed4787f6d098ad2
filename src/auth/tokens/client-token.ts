import { withinLimit } from '../../runtime/async/time-limit.ts';
import type { Logger } from '../../runtime/log.ts';
import { type AuthError, throwIfAway } from '../auth-error.ts';
import { explainError } from '../explain-error.ts';
import { createIssuer, type IssuerSettings } from '../issuer.ts';
import { audienceParameters, toStoredLogin } from '../log-in/login-result.ts';
import type { StoredLogin } from './token-store.ts';

export interface ClientTokenOptions {
  readonly settings: IssuerSettings;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that a request waits for a token. */
  readonly patience: number;
}

/** Milliseconds for which an issuer that gave no token is left alone. */
const retryAfter = 5_000;

/**
 * Gives the access token that a program gets for itself with its client's secret (RFC 6749 section 4.4), kept in memory until shortly
 * before its end; null where the issuer refuses one. Fault: an AuthError that says so where the issuer is away. `refused` is one that a master did not take: another is asked for.
 */
export function createClientTokens({
  settings,
  log,
  now,
  patience,
}: ClientTokenOptions): (refused: string | null) => Promise<string | null> {
  const issuer = createIssuer(settings);
  let held: StoredLogin | null = null;
  let asking: Promise<void> | null = null;
  let notBefore = 0;
  let failure: AuthError | null = null;

  async function ask(): Promise<void> {
    if (issuer === null) return;
    const parameters = audienceParameters(settings.oidc_audience);
    try {
      const answer = await issuer.talk((client, config) => client.clientCredentialsGrant(config, parameters));
      held = toStoredLogin(issuer, answer, now());
      if (failure !== null) log.warn(`${issuer.url} gives tokens to the client ${issuer.clientId} again`);
      failure = null;
    } catch (error) {
      notBefore = now() + retryAfter;
      const explained = explainError(error, issuer.url);
      if (failure === null) log.warn(`the client ${issuer.clientId} gets no token: ${explained.message}`);
      failure = explained;
    }
  }

  const isGood = (refused: string | null) => {
    if (held === null || held.access_token === refused) return false;
    const { expires_at: end, lifetime } = held;
    const margin = lifetime === null ? 30 : Math.min(30, lifetime / 5);
    return end === null || now() / 1000 < end - margin;
  };

  return async (refused) => {
    if (!isGood(refused) && now() >= notBefore) {
      asking ??= ask().finally(() => {
        asking = null;
      });
      await withinLimit(asking, patience);
    }
    if (isGood(refused)) return held?.access_token ?? null;
    throwIfAway(`${issuer?.url}`, { isAsked: asking !== null, failure, patience });
    return null;
  };
}
