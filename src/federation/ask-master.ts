import type { HttpAnswer, HttpClient } from '../runtime/http/http-client.ts';
import { type Authorize, sendWithLogin } from '../runtime/http/send-with-login.ts';

/** What every request of one exchange with a master has in common. */
export interface Asking {
  /** The servers that the request has passed through (RFC 8586). */
  readonly loop: readonly string[];
  readonly signal: AbortSignal;
  readonly method?: 'GET' | 'POST';
  /** The answer is its status alone; no body is read. */
  readonly onlyStatus?: boolean;
}

/** Sends one request to a path below a master's /api/v1, with headers of a condition (RFC 9110) where there is one. */
export type Ask = (
  path: string,
  asking: Asking,
  condition?: Readonly<Record<string, string>>,
) => Promise<HttpAnswer>;

/** Asks the master at `url` with the login that there is for it. */
export function createAsk(options: {
  readonly url: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
}): Ask {
  const { url, client, authorize } = options;
  return (path, { loop, signal, method = 'GET', onlyStatus = false }, condition) => {
    const address = `${url}/api/v1${path}`;
    const headers = { Accept: 'application/json', 'CDN-Loop': loop.join(', '), ...condition };
    // The login belongs to the master, wherever on it the request goes.
    return sendWithLogin(url, authorize, (login) =>
      client.send(address, { method, headers: { ...headers, ...login }, signal, onlyStatus }),
    );
  };
}
