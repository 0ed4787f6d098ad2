import type { Post } from './forwarder.ts';

/**
 * Sends with a `fetch` that knows the TLS settings. A redirect is a failure: what people report goes to the address in the
 * settings and nowhere else.
 */
export function createPostByFetch(openFetch: () => Promise<typeof globalThis.fetch>): Post {
  let opening: ReturnType<typeof openFetch> | undefined;
  return async (url, body, headers, signal) => {
    opening ??= openFetch();
    const fetch = await opening;
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers },
      signal,
      redirect: 'error',
    });
    await response.body?.cancel();
    return { status: response.status };
  };
}
