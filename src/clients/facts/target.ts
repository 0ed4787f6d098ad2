/** What an export writes for a client. */
export type Target = SharedTarget | FolderTarget | SkillTarget | PathInstructionsTarget;

/** A file of the project in which one block is ours. */
export interface SharedTarget {
  readonly shape: 'shared';
  readonly path: string;
  /** What is about a folder goes into the file of that name there. */
  readonly nested: boolean;
  /** What reads it besides clients: services that review changes. */
  readonly reviewers?: readonly string[];
}

/** A folder with a file for each category that is about some files, and one for the rest. */
export interface FolderTarget {
  readonly shape: 'folder';
  /** The path of a file, by the scope and the part of a name that is the category's; null for the rest. */
  path(scope: string, category: string | null): string;
  /** The folder that old files are looked for in. */
  readonly folder: string;
  readonly head: HeadLines;
}

/** A folder with a folder for each kata. */
export interface SkillTarget {
  readonly shape: 'skills';
  readonly folder: string;
}

/** A YAML file that is ours as a whole, with what is to be done for each path. */
export interface PathInstructionsTarget {
  readonly shape: 'path instructions';
  readonly path: string;
  /** Characters of what is said of one path. */
  readonly most: number;
  readonly reviewers: readonly string[];
}

/** What a file with a head of its own is about. */
export interface Head {
  /** Portable globs; none for a file that always counts. */
  readonly patterns: readonly string[];
  /** What it is for; empty where there is nothing to say. */
  readonly description: string;
}

/** Writes values of a head so that its reader takes them for the texts that they are. */
export interface HeadWriter {
  /** A text as YAML and JSON both read it. */
  quoted(text: string): string;
  /** The lines of a list of quoted texts. */
  list(key: string, texts: readonly string[]): string[];
  /** The line with a description; none for an empty one. */
  described(description: string): string[];
}

/** The lines of a head between its marks; none for a file without a head. */
export type HeadLines = (head: Head, write: HeadWriter) => readonly string[];

/** Files beside each other: `<folder>/<scope>-<category><ending>`. */
export function flatFolder(folder: string, ending: string, head: HeadLines): FolderTarget {
  const path = (scope: string, category: string | null) =>
    `${folder}/${scope}${category === null ? '' : `-${category}`}${ending}`;
  return { shape: 'folder', folder, path, head };
}

/** A folder for each scope: `<folder>/<scope>/<category><ending>`. */
export function nestedFolder(folder: string, ending: string, head: HeadLines): FolderTarget {
  const path = (scope: string, category: string | null) => `${folder}/${scope}/${category ?? scope}${ending}`;
  return { shape: 'folder', folder, path, head };
}

/** `paths`, a list: Claude Code and Cline; without it a rule always counts. */
export const pathsHead: HeadLines = ({ patterns }, write) =>
  patterns.length === 0 ? [] : write.list('paths', patterns);

/** `trigger` and `globs` joined by commas: Devin and Antigravity. */
export const triggerHead: HeadLines = ({ patterns, description }, write) => [
  `trigger: ${patterns.length === 0 ? 'always_on' : 'glob'}`,
  ...(patterns.length === 0 ? [] : [`globs: ${patterns.join(',')}`]),
  ...write.described(description),
];
