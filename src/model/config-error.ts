/** A mistake in the settings; `message` has one line per problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
