/** What keeps `precept init` from doing its work: one message for people, which names the file and the cure. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  /** Text to be put into the file by hand. */
  readonly paste: string | undefined;

  constructor(message: string, options: { paste?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.paste = options.paste;
  }
}
