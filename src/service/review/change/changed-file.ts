/** How a file differs: a changed mode is `modified`. */
export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed';

/** A line that a change adds, or puts in the place of another. */
export interface AddedLine {
  /** From 1, in the file as it is after the change. */
  readonly line: number;
  /** Without its end. */
  readonly text: string;
}

/** Lines that take the place of others. */
export interface Hunk {
  /** The first line that it is about, from 1, before and after; where there is none, the line above. */
  readonly start: number;
  readonly startAfter: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A file that a change touches. Paths have forward slashes and count from the root of the project. */
export interface ChangedFile {
  readonly path: string;
  /** Its name before, where it was renamed. */
  readonly old?: string;
  readonly status: FileStatus;
  /** What is known of a link, a submodule and a binary is its path alone. */
  readonly kind: 'text' | 'binary' | 'link' | 'submodule';
  readonly added: readonly AddedLine[];
  /** All that differs, where a patch says it. */
  readonly hunks?: readonly Hunk[];
}

/** The names by which rules may concern a file: a rename counts under both. */
export function namesOf({ path, old }: Pick<ChangedFile, 'path' | 'old'>): readonly string[] {
  return old === undefined ? [path] : [path, old];
}
