import type { ProblemCode, Severity } from './problem-codes.ts';

export type { ProblemCode, Severity } from './problem-codes.ts';

/** A part of a file. Lines and columns count from 1, columns in UTF-16 units; its end is the first place behind it. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
}

/** A mistake in content, as data: where it is, what it is, and how to fix it. */
export interface Problem extends TextRange {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Relative to the rules folder, with forward slashes. */
  readonly file: string;
  readonly message: string;
  readonly hint: string;
  /** The offending source line; of a long one the part around the place. */
  readonly excerpt: string;
  /** The part of `excerpt` that is to be marked, in UTF-16 units from 0; its end is the first unit behind it. */
  readonly mark?: readonly [start: number, end: number];
  /** Other places that it is about. */
  readonly related?: readonly RelatedPlace[];
  /** What a program can do about it without asking. */
  readonly fix?: Fix;
}

/** A change of a file as data. */
export interface Fix {
  /** What it does, for a menu: `Write \`ruleset\``. */
  readonly title: string;
  /** They do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** Puts `text` in the place of a part of a file: UTF-16 units from 0, without a byte order mark. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface RelatedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `file:line:column: message. Hint.` on one line, with the offending text. */
export function formatProblem(problem: Problem): string {
  const shown = problem.excerpt === '' ? '' : ` in "${problem.excerpt}"`;
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}${shown}. ${problem.hint}`;
}
