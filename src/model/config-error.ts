/** A mistake in the settings; `message` has one line per problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Whether a flag is among what is wrong, so that the command line is. */
  readonly isUsage: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isUsage?: boolean } = {}) {
    super(message, options);
    this.isUsage = options.isUsage ?? false;
  }
}
