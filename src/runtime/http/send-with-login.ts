type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a request that say who asks, such as a bearer token (RFC 6750); none where nobody is logged in. `refused`
 * are those of the request before, which was answered with 401.
 */
export interface Authorize {
  (url: string, refused: Headers | null): Promise<Headers>;
  /**
   * Who asks there, in words that nobody else has: what one may read is not kept for another. Empty where nobody is logged in,
   * null where it cannot be told. Without it nobody ever is.
   */
  readonly subject?: (url: string) => Promise<string | null>;
  /** What is sent there, for the person at the machine; null for nothing. Never a token. */
  readonly describe?: (url: string) => Promise<string | null>;
  /** Settles when no renewed login is on its way that would be lost with the program. To be called before it ends. */
  readonly settle?: () => Promise<void>;
}

/** Sends with the headers of a login; once more with those of a renewed one after a 401. */
export async function sendWithLogin<Answer extends { readonly status: number }>(
  url: string,
  authorize: Authorize,
  send: (login: Headers) => Promise<Answer>,
): Promise<Answer> {
  const login = await authorize(url, null);
  const answer = await send(login);
  if (answer.status !== 401) return answer;
  const renewed = await authorize(url, login);
  return Object.keys(renewed).length === 0 ? answer : send(renewed);
}
