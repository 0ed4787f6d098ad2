/** What a block of a source can become. */
export const blockKinds = ['rule', 'kata', 'when', 'description', 'paths', 'category', 'skipped'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Some lines of a source, and what became of them. */
export interface Block {
  readonly line: number;
  readonly end_line: number;
  readonly as: BlockKind;
  readonly category?: string;
  readonly kata?: string;
  /** Why it is skipped. */
  readonly why?: string;
  /** Whether a `when` is made of a heading and its first sentence, or a glob of a folder that it names. */
  readonly proposed?: true;
  /** Of a rule, a `when` and a description: what it says. */
  readonly text?: string;
  /** Of a rule. */
  readonly strength?: 'MUST' | 'SHOULD';
  /** Globs of the files that a rule or its category is about. */
  readonly paths?: readonly string[];
}

export interface SourceReport {
  /** Relative to the project where it lies in it, with forward slashes. */
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** What stands below a rule, behind `Why:`, `Good:` and `Bad:`. */
export interface FoundDetails {
  readonly why?: string;
  readonly good?: string | readonly string[];
  readonly bad?: string | readonly string[];
}

/** A rule as a source has it. */
export interface FoundRule {
  readonly text: string;
  readonly details?: FoundDetails;
  readonly must: boolean;
  /** Whether words or a label say how strong it is, and not the default. */
  readonly isStated: boolean;
}

/** A file that a procedure needs. */
export interface FoundFile {
  /** Below the folder of the procedure, with forward slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface FoundKata {
  readonly name: string;
  readonly when: string | null;
  /** Whether `when` is made of a heading. */
  readonly isProposed?: boolean;
  readonly procedure: string;
  readonly files: readonly FoundFile[];
}

/** A block with what it says, before all sources are known. */
export interface Finding extends Block {
  readonly rule?: FoundRule;
  readonly procedure?: FoundKata;
  /** Globs of the category alone. */
  readonly globs?: readonly string[];
  /** The scope whose export says it, so that its category is one of that scope. */
  readonly exportOf?: string;
  /** Of a heading: what it names as code that may be a folder, its own or that of a heading above. */
  readonly folders?: readonly string[];
  /** A path that the block points to, as it is written. */
  readonly follow?: string;
}

/** All that one source says. */
export interface ReadSource {
  readonly path: string;
  /** Numbers of the lines that hold more than white space. */
  readonly filled: readonly number[];
  /** Globs of the files that it is about; none for all. */
  readonly paths: readonly string[];
  /** Whether it speaks for one subject, so that its title says nothing of the whole scope. */
  readonly isPart?: boolean;
  /** The folder that it speaks for, where that is not the whole project. */
  readonly folder?: string;
  readonly findings: readonly Finding[];
}

/** One block for a whole source that is not read. */
export function skippedSource(path: string, why: string, lines = 1): ReadSource {
  const block: Finding = { line: 1, end_line: Math.max(lines, 1), as: 'skipped', why };
  return { path, filled: [], paths: [], findings: [block] };
}
