import { type MarkedLine, markedLine } from '../../../lint/marked-line.ts';
import type { Problem } from '../../../model/problems/problem.ts';

/** A mistake in a content file as pages show it. */
export interface ShownProblem extends MarkedLine {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly cure: string;
}

export function shownProblems(problems: readonly Problem[]): ShownProblem[] {
  return problems.map((problem) => {
    const { file, line, column, message, hint } = problem;
    return { file, line, column, message, cure: hint, ...markedLine(problem) };
  });
}
