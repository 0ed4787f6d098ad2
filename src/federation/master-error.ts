import { toPlainLine } from '../model/plain-line.ts';

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
  /** The HTTP status of an answer with an error. */
  readonly status: number | undefined;

  constructor(kind: MasterErrorKind, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(toPlainLine(message), { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
  }
}
