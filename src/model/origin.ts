/** Where a piece of guidance was written: `local` or a master's base URL, then scope, file and line (from 1). */
export interface Origin {
  readonly server: string;
  readonly scope: string;
  /** Relative to the rules folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** The same place without its column: servers tell each other of lines. */
export function withoutColumn({ server, scope, file, line }: Origin): Origin {
  return { server, scope, file, line };
}
