import type { Readable, Writable } from 'node:stream';

/** What a program has around it; made by the entry point, replaced in tests. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** `columns`: those of a terminal. */
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /**
   * Settles with the signal's name when the program is asked to end (SIGINT, SIGTERM, SIGHUP, SIGBREAK). Whoever calls it ends the
   * program in its own way; where nobody has, the first signal ends it at once.
   */
  interrupted(): Promise<string>;
}
