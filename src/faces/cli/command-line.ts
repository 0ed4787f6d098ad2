/** A flag of a command. */
export interface FlagRow {
  /** As it may be typed, the short name first. */
  readonly names: readonly string[];
  readonly value: 'none' | 'optional' | 'required';
  /** The only values it takes; null where it takes others. */
  readonly choices: readonly string[] | null;
  readonly description: string;
  /** Left out of help. */
  readonly hidden: boolean;
}

/** An argument that is given by position. */
export interface ArgumentRow {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly repeated: boolean;
}

/** A command, as its class declares it. */
export interface CommandLine {
  /** The words that name it; none for `precept` alone. */
  readonly path: readonly string[];
  readonly description: string;
  readonly details: string;
  /** What each is for, and the command line. */
  readonly examples: readonly (readonly [string, string])[];
  readonly arguments: readonly ArgumentRow[];
  readonly flags: readonly FlagRow[];
}
