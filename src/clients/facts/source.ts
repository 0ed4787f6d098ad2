/** The files of a client that `precept import` reads. */
export interface ClientSources {
  /** Hidden folders that it keeps files in. */
  readonly folders?: readonly string[];
  /** Those of its folders that have skills. */
  readonly skills?: readonly string[];
  readonly files?: readonly SourceFile[];
}

/** Files of one sort, in the root of a project and in each folder below. */
export interface SourceFile {
  /** A regular expression for the path, from the folder in which the tree of the client begins. */
  readonly pattern: string;
  /** The place among the files of all clients, lowest first: where two say the same, the first keeps it. */
  readonly rank: number;
  /** `skill` is a procedure with its files, `command` one without; `other` says nothing that a scope holds, and its client passes over `unread`; rules where it is left out. */
  readonly kind?: 'skill' | 'command' | 'other' | 'unread';
  /** It speaks for all of its folder, so that its headings need no prefix. */
  readonly isRoot?: true;
  /** A glob without `/` is about the root alone. */
  readonly isRooted?: true;
}

/** A file that speaks for all of its folder. */
export function rootFile(rank: number, pattern: string): SourceFile {
  return { rank, pattern, isRoot: true };
}

/** The files of a folder and of those in it, by their ending. */
export function filesBelow(rank: number, folder: string, ending: string): SourceFile {
  return { rank, pattern: `${folder}/(?:.+/)?[^/]+${ending}` };
}
