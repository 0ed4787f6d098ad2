import type { Problem } from './problems/problem.ts';

/** Every code a request can fail with, and the HTTP status it stands for (RFC 9110). One closed list. */
export const faultStatus = {
  'invalid-scope-name': 400,
  'invalid-category': 400,
  'invalid-parameter': 400,
  'malformed-json': 400,
  'malformed-url': 400,
  unauthorized: 401,
  forbidden: 403,
  'foreign-host': 403,
  'foreign-origin': 403,
  'scope-not-found': 404,
  'kata-not-found': 404,
  'story-not-found': 404,
  'ac-not-found': 404,
  'feedback-not-found': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'ambiguous-kata': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'invalid-feedback': 422,
  'invalid-content': 500,
  'inheritance-cycle': 500,
  'inheritance-too-deep': 500,
  internal: 500,
  'rules-unavailable': 503,
  'store-unavailable': 503,
  'issuer-unavailable': 503,
} as const;

export type FaultCode = keyof typeof faultStatus;

/** One wrong part of the input: where (dotted path, or file:line:column) and what. */
export interface FaultDetail {
  readonly path: string;
  readonly message: string;
}

/**
 * What stops a request: a code of the closed list and one sentence that says where, what and what to do.
 * The message is shown to clients, so it never holds a stack, a secret or an absolute path.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly errors: readonly FaultDetail[] | undefined;
  /** The mistakes in content that it is about, for those who show more of them than `errors` says. */
  readonly problems: readonly Problem[] | undefined;

  /** A message that takes work to write is a function, called when it is first shown. */
  constructor(
    code: FaultCode,
    message: string | (() => string),
    options: {
      errors?: readonly FaultDetail[];
      problems?: readonly Problem[];
      cause?: unknown;
    } = {},
  ) {
    super(
      typeof message === 'string' ? message : '',
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    if (typeof message === 'function') writeLater(this, message);
    this.code = code;
    this.errors = options.errors;
    this.problems = options.problems;
  }

  get status(): number {
    return faultStatus[this.code];
  }
}

function writeLater(fault: Fault, write: () => string): void {
  let written: string | undefined;
  const get = () => {
    written ??= write();
    return written;
  };
  Object.defineProperty(fault, 'message', { get, configurable: true });
}

const unexpected = 'Something went wrong inside Precept; the log on stderr has the reason.';
const replaced =
  'The files of this Precept were replaced or removed since it started, as by an update. Restart it; in a client, restart its MCP server.';

/** Any thrown value as a Fault; what is not one becomes `internal`, its own text kept only as `cause`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('internal', lacksOwnFile(error) ? replaced : unexpected, { cause: error });
}

/** Whether a file of the program is gone that was to be loaded now. */
export function lacksOwnFile(error: unknown): error is Error {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing && /[\\/]dist[\\/]chunks[\\/]/.test(error.message);
}
