/** A scope as exports write it: everything rendered for the place, and nothing that differs from one run to the next. */
export interface ExportContent {
  readonly scope: string;
  readonly description: string;
  /** Where it is edited: a folder of the project, or the scope by its name. */
  readonly source: string;
  /** The block of an answer that is not complete; empty for one that is. */
  readonly incomplete: string;
  /** In the order of segments. */
  readonly categories: readonly ExportCategory[];
  readonly katas: readonly ExportKata[];
}

/** A rule, and the bullets that stand below it. */
export interface ExportRule {
  readonly text: string;
  readonly details: readonly string[];
  /** The scope that has written it, and the file and line there. */
  readonly from: string;
  readonly place: string;
}

export interface ExportCategory {
  readonly category: string;
  /** Its own; empty where it has none. */
  readonly when: string;
  /** Whether it belongs to every change, whether the scope itself has written some of it, and how often it was read lately. */
  readonly always: boolean;
  readonly own: boolean;
  readonly reads: number;
  /** Globs of the files that it is about. */
  readonly paths: readonly string[];
  readonly must: readonly ExportRule[];
  readonly should: readonly ExportRule[];
}

export interface ExportKata {
  readonly name: string;
  readonly category: string;
  /** When to use it: the description of the skill. */
  readonly description: string;
  /** Markdown. */
  readonly procedure: string;
  /** Expressions that could not be rendered, and stand as written. */
  readonly failures: number;
  /** By their paths beside SKILL.md. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A file that an export wants, before what is on disk is looked at. */
export interface Draft {
  /** Below the folder of the export, with forward slashes. */
  readonly path: string;
  /** `shared`: a file of the project in which one block is ours; `own`: a file that is ours as a whole. */
  readonly kind: 'shared' | 'own';
  /** What stands before the block; empty in files without. */
  readonly frontmatter: string;
  /** What stands between the markers. */
  readonly body: string;
  /** Where to edit it, which its first line says; null for none. */
  readonly source: string | null;
  /** What the markers stand behind, where the file is not Markdown. */
  readonly comment?: '# ';
}

/** A file without markers that belongs to an own file beside it. */
export interface Attachment {
  readonly path: string;
  /** The own file whose marker says that this one is ours too. */
  readonly owner: string;
  readonly bytes: Uint8Array;
}

/** What an export of one scope to one target writes. */
export interface Layout {
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
  /** Categories that are in no file. */
  readonly leftOut: readonly ExportCategory[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
}
