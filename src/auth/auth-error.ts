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
