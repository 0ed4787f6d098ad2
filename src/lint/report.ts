import type { AuthoredText } from '../content/authored.ts';
import { placeInScalar } from '../content/place-in-scalar.ts';
import type { SourceText } from '../content/source-text.ts';
import type { Problem, Severity } from '../model/problem.ts';
import { type ProblemCode, problemCodes } from '../model/problem-codes.ts';

/** A place that is not in a text of an author's: a file or directory as a whole, or a place in one. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Collects what is found; a code that is off, or severer or milder than usual, is handled at the end. */
export interface Report {
  add(
    code: ProblemCode,
    at: AuthoredText | Spot,
    message: string,
    hint: string,
    options?: {
      /** Where inside the text, in UTF-16 units from 0. */
      readonly offset?: number;
      /** Instead of the code's own. */
      readonly severity?: Severity;
    },
  ): void;
  /** What the readers of content found. */
  take(problems: readonly Problem[]): void;
  /** Everything, each place once, with the offending lines; `severities` overrides by code. */
  finish(severities: Readonly<Record<string, Severity | 'off'>>): Problem[];
}

/** `sources` gives the text of a file that was read, for excerpts. */
export function createReport(sources: (file: string) => SourceText | undefined): Report {
  const found: Problem[] = [];
  return {
    add(code, at, message, hint, { offset, severity = problemCodes[code].severity } = {}) {
      const { line, column } = placeOf(at, offset);
      found.push({ code, severity, file: at.file, line, column, message, hint, excerpt: '' });
    },
    take(problems) {
      for (const problem of problems) found.push(problem);
    },
    finish(severities) {
      const seen = new Set<string>();
      return found.flatMap((problem) => {
        const severity = Object.hasOwn(severities, problem.code)
          ? (severities[problem.code] ?? problem.severity)
          : problem.severity;
        const { code, file, line, column, message } = problem;
        const key = JSON.stringify([code, file, line, column, message]);
        if (severity === 'off' || seen.has(key)) return [];
        seen.add(key);
        const excerpt = problem.excerpt || (sources(file)?.excerpt(line) ?? '');
        return [{ ...problem, severity, excerpt }];
      });
    },
  };
}

function placeOf(at: AuthoredText | Spot, offset: number | undefined): { line: number; column: number } {
  if (!('scalar' in at)) return at;
  return offset === undefined ? at.scalar : placeInScalar(at.scalar, at.text, offset);
}
