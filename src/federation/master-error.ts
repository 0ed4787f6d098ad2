import { toPlainLine } from '../model/text/plain-line.ts';

/** The reason of a web server that answers 404: a Precept server always has a list of scopes, if an empty one. */
export const noList = 'it answers 404 for its list of scopes, as no Precept server does';

/**
 * What went wrong. `connection`: no answer came (timed out, refused, reset, a certificate that is not trusted), or a manifest that cannot
 * be relied on, which is about the whole master. `answer`: it answered what cannot be used. `status`: it answered with an HTTP error. The last
 * two are about what was asked for.
 */
export type MasterErrorKind = 'connection' | 'answer' | 'status';

/** Why a manifest that must be signed is not relied on. */
export const manifestTroubles = ['unsigned', 'bad-signature', 'rollback', 'expired'] as const;
export type ManifestTrouble = (typeof manifestTroubles)[number];

/** Why a master has no part in an answer. Its message is one line of plain text, whatever the master wrote in it. */
export class MasterError extends Error {
  override readonly name = 'MasterError';
  readonly kind: MasterErrorKind;
  /** The HTTP status of an answer with an error. */
  readonly status: number | undefined;
  /** What is wrong with its manifest, where a key says that something is. */
  readonly trouble: ManifestTrouble | undefined;

  constructor(
    kind: MasterErrorKind,
    message: string,
    options: { status?: number; trouble?: ManifestTrouble | undefined; cause?: unknown } = {},
  ) {
    super(toPlainLine(message), { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.trouble = options.trouble;
  }
}
