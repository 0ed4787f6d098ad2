import type { AuthoredText } from '../content/authored.ts';
import { rangeInScalar, rangeOfScalar } from '../content/text/place-in-scalar.ts';
import type { SourceText } from '../content/text/source-text.ts';
import type { Fix, Problem, RelatedPlace, Severity, TextRange } from '../model/problems/problem.ts';
import { type ProblemCode, problemCodes } from '../model/problems/problem-codes.ts';

/** A place that is not in a text of an author's: a file or directory as a whole, or a place in one. */
export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The place itself where it has no end. */
  readonly end_line?: number;
  readonly end_column?: number;
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
      /** How much of the text, from there; as far as the line goes where it is not given. */
      readonly length?: number;
      /** Instead of the code's own. */
      readonly severity?: Severity;
      readonly related?: readonly RelatedPlace[];
      readonly fix?: Fix;
    },
  ): void;
  /** What the readers of content found. */
  take(problems: readonly Problem[]): void;
  /** Everything, each place once, with the offending lines; `severities` overrides by code. */
  finish(severities: Readonly<Record<string, Severity | 'off'>>): Problem[];
}

const severityOrder: readonly Severity[] = ['error', 'warning', 'info'];

/** `sources` gives the text of a file that was read, for excerpts. */
export function createReport(sources: (file: string) => SourceText | undefined): Report {
  const found: Problem[] = [];
  return {
    add(code, at, message, hint, options = {}) {
      const { offset, length, severity = problemCodes[code].severity, related, fix } = options;
      const place = rangeOf(at, offset, length);
      const problem = { code, severity, file: at.file, ...place, message, hint, excerpt: '' };
      found.push({ ...problem, ...(related && { related }), ...(fix && { fix }) });
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
        const shown = problem.excerpt === '' ? sources(file)?.excerpt(problem) : undefined;
        return [{ ...problem, severity, ...shown }];
      });
    },
  };
}

function rangeOf(at: AuthoredText | Spot, offset: number | undefined, length: number | undefined): TextRange {
  if (!('scalar' in at)) {
    const { line, column, end_line = line, end_column = column } = at;
    return { line, column, end_line, end_column };
  }
  if (offset === undefined) return rangeOfScalar(at.scalar);
  return rangeInScalar(at.scalar, at.text, offset, length ?? lengthOfLine(at.text, offset));
}

function lengthOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return (end === -1 ? text.length : end) - offset;
}

/** The order of problems: by file and place, the severest first. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (
    a.line - b.line ||
    a.column - b.column ||
    severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity)
  );
}
