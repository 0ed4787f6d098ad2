import type { HttpClient } from '../runtime/http/http-client.ts';
import { type Authorize, sendWithLogin } from '../runtime/http/send-with-login.ts';

/** Sends one entry. Rejects when there is no answer in time; every status is one. */
export type Post = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number }>;

/** Sends with the client and login of masters. A redirect is not followed: people's words go where the settings say. */
export function createPost(client: HttpClient, authorize: Authorize = async () => ({})): Post {
  return (url, body, headers, signal) =>
    client.withinDeadline((deadline) =>
      sendWithLogin(url, authorize, (login) =>
        client.send(url, {
          method: 'POST',
          headers: { ...headers, ...login },
          body,
          signal: AbortSignal.any([signal, deadline]),
          onlyStatus: true,
        }),
      ),
    );
}
