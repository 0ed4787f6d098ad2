export interface TemplateErrorPlace {
  /** What to do about it; stands behind what is wrong in the message. */
  hint?: string | undefined;
  /** Where in its tag, counted in UTF-16 units from 0. */
  offset?: number | undefined;
  /** The variable that is to blame, as the author wrote it. */
  variableName?: string | undefined;
  /** A bound was met, so the attempt may have been costly. */
  isLimit?: boolean | undefined;
}

/** A template that cannot be read or rendered. `offset` is null until somebody knows the place. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  /** The message without the hint. */
  readonly what: string;
  readonly hint: string | null;
  readonly offset: number | null;
  readonly variableName: string | null;
  readonly isLimit: boolean;

  constructor(what: string, place: TemplateErrorPlace = {}) {
    // A stack, which nobody sees, would take most of the time of an answer in which thousands of templates fail.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(place.hint === undefined ? what : `${what}; ${place.hint}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.what = what;
    this.hint = place.hint ?? null;
    this.offset = place.offset ?? null;
    this.variableName = place.variableName ?? null;
    this.isLimit = place.isLimit ?? false;
  }
}

/** The TemplateError for a bound that was met; its message starts with `limit reached`. */
export function limitError(what: string, offset?: number): TemplateError {
  return new TemplateError(`limit reached: ${what}`, { isLimit: true, offset });
}
