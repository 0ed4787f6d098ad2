import { HttpError } from './http-client.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a request that say who asks, such as a bearer token (RFC 6750); none where nobody is logged in. `refused`
 * are those of the request before, which was answered with 401. Fault: IssuerAway.
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

/** There is a login, and no token of it, since its issuer is away. Nobody has refused anything. */
export class IssuerAway extends HttpError {
  constructor(reason: string) {
    super('connection', `${noToken}${reason}`);
  }
}

const noToken = 'no token for it: ';

/** Whether why a server did not answer is the message of IssuerAway. */
export function isOfIssuer(reason: string): boolean {
  return reason.startsWith(noToken);
}

/** The message of IssuerAway for a place where the address `url` has not been named. */
export function noTokenWords(url: string, { message }: IssuerAway): string {
  return message.replace(noToken, `${url} gets no token: `);
}

/** What it was waited for, or IssuerAway where it was rejected with that. */
export function orIssuerAway<Value>(login: Promise<Value>): Promise<Value | IssuerAway> {
  return login.catch((error: unknown) => {
    if (error instanceof IssuerAway) return error;
    throw error;
  });
}

/**
 * Sends with the headers of a login; once more with those of a renewed one after a 401. Fault: IssuerAway for a 401 to a request that
 * went without a token for that reason.
 */
export async function sendWithLogin<Answer extends { readonly status: number }>(
  url: string,
  authorize: Authorize,
  send: (login: Headers) => Promise<Answer>,
): Promise<Answer> {
  const login = await orIssuerAway(authorize(url, null));
  // Without a token all the same: a server need not ask for one.
  const answer = await send(login instanceof IssuerAway ? {} : login);
  if (answer.status !== 401) return answer;
  if (login instanceof IssuerAway) throw login;
  const renewed = await orIssuerAway(authorize(url, login));
  return renewed instanceof IssuerAway || Object.keys(renewed).length === 0 ? answer : send(renewed);
}
