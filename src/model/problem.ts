import type { ProblemCode, Severity } from './problem-codes.ts';

export type { ProblemCode, Severity } from './problem-codes.ts';

/** A mistake in content, as data: where it is, what it is, and how to fix it. Lines and columns count from 1. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Relative to the rules folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
  /** The offending source line, cut to a readable length. */
  readonly excerpt: string;
}

/** `file:line:column: message. Hint.` on one line, with the offending text. */
export function formatProblem(problem: Problem): string {
  const shown = problem.excerpt === '' ? '' : ` in "${problem.excerpt}"`;
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}${shown}. ${problem.hint}`;
}
