/**
 * Why a master has no part in an answer. `connection`: it timed out, refused, reset, or gave what cannot be used, and is
 * left alone for a while. `status`: it answered with an HTTP error, and is asked again by the next request.
 */
export class MasterError extends Error {
  override readonly name = 'MasterError';
  readonly kind: 'connection' | 'status';
  readonly status: number | null;
  /** Whether asking again at once may help: the connection failed before an answer. */
  readonly retryable: boolean;

  constructor(
    kind: 'connection' | 'status',
    message: string,
    options: { status?: number; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.status = options.status ?? null;
    this.retryable = options.retryable ?? false;
  }
}
