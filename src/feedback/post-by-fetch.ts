import type { Post } from './forwarder.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends with a `fetch` that knows the TLS settings, and with the headers of a login; once more with those of a renewed one
 * after a 401. A redirect is a failure: what people report goes to the address in the settings and nowhere else.
 */
export function createPostByFetch(
  openFetch: () => Promise<typeof globalThis.fetch>,
  authorize: (url: string, refused: Headers | null) => Promise<Headers> = async () => ({}),
): Post {
  let opening: ReturnType<typeof openFetch> | undefined;
  return async (url, body, headers, signal) => {
    opening ??= openFetch();
    const fetch = await opening;
    const send = async (login: Headers) => {
      const init = { method: 'POST', body, headers: { ...headers, ...login }, signal };
      const response = await fetch(url, { ...init, redirect: 'error' });
      await response.body?.cancel();
      return { status: response.status };
    };
    const login = await authorize(url, null);
    const answer = await send(login);
    if (answer.status !== 401) return answer;
    const renewed = await authorize(url, login);
    return Object.keys(renewed).length === 0 ? answer : send(renewed);
  };
}
