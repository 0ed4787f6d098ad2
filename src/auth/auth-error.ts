/**
 * Why a login, or the use of one, did not work: one line for people. It never has a `cause`: what the libraries hang
 * there (answers, parameters) can hold codes and tokens, and a crash would print them.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  /** Whether the issuer has ended the login: trying again is of no use. */
  readonly ended: boolean;
  /** Whether the issuer gave no answer that counts: nothing has been refused, and trying again later may help. */
  readonly away: boolean;

  constructor(message: string, options: { ended?: boolean; away?: boolean } = {}) {
    super(message);
    this.ended = options.ended ?? false;
    this.away = options.away ?? false;
  }
}

/**
 * Throws where an issuer is away: it is still being asked (`isAsked`) after `patience` milliseconds, or the last question failed so.
 * Returns where it has refused, or was not asked.
 */
export function throwIfAway(
  url: string,
  { isAsked, failure, patience }: { isAsked: boolean; failure: AuthError | null; patience: number },
): void {
  if (isAsked) throw new AuthError(`${url} did not answer within ${patience / 1000} s`, { away: true });
  if (failure?.away) throw failure;
}
