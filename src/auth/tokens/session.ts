import { withinLimit } from '../../runtime/async/time-limit.ts';
import type { Logger } from '../../runtime/log.ts';
import { AuthError, throwIfAway } from '../auth-error.ts';
import { explainError } from '../explain-error.ts';
import { createIssuer, type Issuer, type IssuerSettings } from '../issuer.ts';
import { audienceParameters, toStoredLogin } from '../log-in/login-result.ts';
import type { StoredLogin, TokenStore } from './token-store.ts';

export interface Session {
  readonly issuer: Issuer;
  /**
   * An access token that is good for now, refreshed where that is due; null without a login. Fault: an AuthError that says so where
   * the issuer is away. `refused` is a token that a master did not take: it is not given again.
   */
  token(refused: string | null): Promise<string | null>;
  /**
   * Settles when a refresh that the issuer has been asked for is stored, or takes too long; none is begun any more. To be called before
   * the program ends: of tokens that rotate, the old one is worth nothing by then.
   */
  settle(): Promise<void>;
}

export interface SessionOptions {
  readonly settings: IssuerSettings;
  readonly store: TokenStore;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that a request waits for a refresh; the refresh itself goes on, because tokens rotate. */
  readonly patience: number;
}

/** Milliseconds for which an issuer that did not answer is left alone. */
const retryAfter = 5_000;

/** Milliseconds that the end of the program waits for an answer of the issuer: service managers wait a little longer. */
const settleWithin = 4_000;

/** Seconds before the end of a token at which a new one is asked for: masters' clocks differ, requests take time. */
function margin(lifetime: number | null): number {
  return lifetime === null ? 30 : Math.min(30, lifetime / 5);
}

/** The login that the settings name, kept fresh; null when they name none. */
export function createSession(options: SessionOptions): Session | null {
  const { settings, store, log, now, patience } = options;
  const issuer = createIssuer(settings);
  if (issuer === null) return null;
  let refreshing: Promise<void> | null = null;
  let notBefore = 0;
  let failure: AuthError | null = null;
  let isAsked = false;
  let isEnding = false;

  const endsWithin = ({ expires_at, lifetime }: StoredLogin, share: number) =>
    expires_at !== null && now() / 1000 >= expires_at - margin(lifetime) * share;
  const isWanting = (login: StoredLogin, refused: string | null) =>
    login.access_token === refused || endsWithin(login, 1);

  /** Other processes refresh the same login: what is stored once the lock is held decides whether there is work left. */
  const refresh = (refused: string | null) =>
    store.update(issuer, async (login) => {
      if (login === null || !isWanting(login, refused) || login.refresh_token === null) return login;
      const { refresh_token } = login;
      const parameters = audienceParameters(settings.oidc_audience);
      try {
        const answer = await issuer.talk(async (client, config) => {
          if (isEnding) return null;
          isAsked = true;
          return client.refreshTokenGrant(config, refresh_token, parameters);
        });
        if (answer === null) return login;
        return toStoredLogin(issuer, answer, now(), login);
      } catch (error) {
        if (!(error instanceof AuthError) || !error.ended) throw error;
        log.info(`the login has ended: ${error.message}`);
        return { ...login, refresh_token: null };
      }
    });

  const start = (refused: string | null) => {
    refreshing ??= refresh(refused)
      .then(
        () => {
          if (failure !== null) log.warn(`the login at ${issuer.url} is refreshed again`);
          failure = null;
        },
        (error: unknown) => {
          notBefore = now() + retryAfter;
          const explained = explainError(error, issuer.url);
          if (failure === null) log.warn(`the login cannot be refreshed: ${explained.message}`);
          failure = explained;
        },
      )
      .finally(() => {
        isAsked = false;
        refreshing = null;
      });
    return refreshing;
  };

  return {
    issuer,
    async token(refused) {
      let login = await store.read(issuer);
      if (login === null) return null;
      if (isWanting(login, refused) && login.refresh_token !== null && now() >= notBefore) {
        await withinLimit(start(refused), patience);
        login = await store.read(issuer);
      }
      const good = login !== null && login.access_token !== refused && !endsWithin(login, 0);
      if (good) return login?.access_token ?? null;
      if (login === null || login.refresh_token === null) return null;
      throwIfAway(issuer.url, { isAsked: refreshing !== null, failure, patience });
      return null;
    },
    async settle() {
      isEnding = true;
      if (refreshing !== null && isAsked) await withinLimit(refreshing, settleWithin);
    },
  };
}
