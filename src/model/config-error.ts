/** A mistake that is written in a settings file. */
export interface SettingsMistake {
  /** Absolute. */
  readonly file: string;
  /** The setting whose value is wrong; null where the file as a whole cannot be read. */
  readonly setting: string | null;
  /** What is wrong, without the file; of a file that is no YAML it begins with line and column. */
  readonly message: string;
}

/** A mistake in the settings; `message` has one line per problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Whether a flag is among what is wrong, so that the command line is. */
  readonly isUsage: boolean;
  /** Those of its problems that are written in settings files. */
  readonly mistakes: readonly SettingsMistake[];

  constructor(
    message: string,
    options: ErrorOptions & {
      readonly isUsage?: boolean;
      readonly mistakes?: readonly SettingsMistake[];
    } = {},
  ) {
    super(message, options);
    this.isUsage = options.isUsage ?? false;
    this.mistakes = options.mistakes ?? [];
  }
}
