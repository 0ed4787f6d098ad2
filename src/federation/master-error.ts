import { cutText } from '../model/cut-text.ts';
import { stripHidden } from '../model/hidden-text.ts';

/**
 * What went wrong. `connection`: no answer came (timed out, refused, reset, a certificate that is not trusted), which is
 * about the whole master. `answer`: it answered what cannot be used. `status`: it answered with an HTTP error. The last
 * two are about what was asked for.
 */
export type MasterErrorKind = 'connection' | 'answer' | 'status';

/** Why a master has no part in an answer. Its message is one line of plain text, whatever the master wrote in it. */
export class MasterError extends Error {
  override readonly name = 'MasterError';
  readonly kind: MasterErrorKind;
  /** Whether asking again at once may help: the connection failed before an answer. */
  readonly retryable: boolean;

  constructor(
    kind: MasterErrorKind,
    message: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(toPlainLine(message), { cause: options.cause });
    this.kind = kind;
    this.retryable = options.retryable ?? false;
  }
}

/** At most 300 characters of a text, as one line without control or hidden characters: fit for logs and terminals. */
export function toPlainLine(text: string): string {
  const plain = stripHidden(text.slice(0, 1000)).replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ');
  return cutText(plain, 300);
}
