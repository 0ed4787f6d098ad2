import type { Problem, TextRange } from '../../model/problems/problem.ts';
import { cutText } from '../../model/text/cut-text.ts';

/** A YAML scalar as its file has it. Line and column, from 1, are those of its first character. */
export interface ScalarSource {
  readonly line: number;
  readonly column: number;
  /** As written, from the quote, the `|` or `>`, or the first character of plain text. */
  readonly source: string;
}

/** What is wrong inside a text: a failure of the template engine, or a problem that its parser found. */
export interface TextFailure {
  readonly message: string;
  /** In UTF-16 units from 0. */
  readonly offset: number;
  /** The offending part as written. */
  readonly source: string;
}

/**
 * Where in the file the character at `offset` of a scalar's text stands. White space is what YAML folds, strips and
 * indents, so the other characters are counted: exact for them, the next of them for white space.
 */
export function placeInScalar(
  scalar: ScalarSource,
  text: string,
  offset: number,
): { line: number; column: number } {
  return placeOfUnit(scalar, findCharacter(scalar.source, visibleUnits(text.slice(0, offset))).index);
}

/** Where a part of a scalar's text stands in the file, without the white space at its end. */
export function rangeInScalar(scalar: ScalarSource, text: string, offset: number, length: number): TextRange {
  const start = placeInScalar(scalar, text, offset);
  const before = visibleUnits(text.slice(0, offset));
  const inside = visibleUnits(text.slice(offset, offset + length));
  if (inside === 0) return { ...start, end_line: start.line, end_column: start.column };
  const last = findCharacter(scalar.source, before + inside - 1);
  const end = placeOfUnit(scalar, last.index + last.written);
  return { ...start, end_line: end.line, end_column: end.column };
}

/** Where a whole scalar stands in the file. */
export function rangeOfScalar(scalar: ScalarSource): TextRange {
  const { line, column, source } = scalar;
  const end = placeOfUnit(scalar, source.trimEnd().length);
  return { line, column, end_line: end.line, end_column: end.column };
}

function visibleUnits(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function placeOfUnit(
  { line, column, source }: ScalarSource,
  index: number,
): { line: number; column: number } {
  const before = source.slice(0, index).split('\n');
  const last = before.at(-1) ?? '';
  return {
    line: line + before.length - 1,
    column: before.length === 1 ? column + last.length : last.length + 1,
  };
}

/** From where a text fails to the end of the part that is to blame. */
export function lengthOfFailure(text: string, { offset, source }: Omit<TextFailure, 'message'>): number {
  const start = text.lastIndexOf(source, offset);
  return start === -1 ? source.length : Math.max(start + source.length - offset, 1);
}

/** A template's failure as a problem of the file that its text is in. */
export function templateProblem(
  file: string,
  scalar: ScalarSource,
  text: string,
  failure: TextFailure,
): Problem {
  return {
    code: 'template-failure',
    severity: 'error',
    file,
    ...rangeInScalar(scalar, text, failure.offset, lengthOfFailure(text, failure)),
    message: failure.message,
    hint: 'Correct the expression; "precept context" lists the variables, filters and tests that exist',
    excerpt: failure.source.length > 100 ? `${cutText(failure.source, 100)}…` : failure.source,
  };
}

/**
 * Where in a scalar's source its visible character number `wanted` (from 0) starts, and the units it is written with; the
 * start if it has fewer.
 */
function findCharacter(source: string, wanted: number): { index: number; written: number } {
  const style = source[0] ?? '';
  const isQuoted = style === '"' || style === "'";
  let index = isQuoted ? 1 : style === '|' || style === '>' ? source.indexOf('\n') + 1 : 0;
  let seen = 0;
  while (index < source.length) {
    const [written, units] = isQuoted ? quotedCharacter(source, index, style) : plainCharacter(source, index);
    if (units > 0 && seen + units > wanted) return { index, written };
    seen += units;
    index += written;
  }
  return { index: 0, written: 0 };
}

type Read = readonly [written: number, visibleUnits: number];

function plainCharacter(source: string, index: number): Read {
  return [1, /\s/.test(source[index] ?? '') ? 0 : 1];
}

function quotedCharacter(source: string, index: number, quote: string): Read {
  if (quote === "'" && source.startsWith("''", index)) return [2, 1];
  if (quote !== '"' || source[index] !== '\\') return plainCharacter(source, index);
  const code = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/.exec(
    source.slice(index, index + 10),
  )?.[0];
  // YAML's other escapes stand for white space, a line's continuation included.
  if (code === undefined) return [2, /[0abeN"/\\]/.test(source[index + 1] ?? '') ? 1 : 0];
  const point = Number.parseInt(code.slice(2), 16);
  const character = point <= 0x10ffff ? String.fromCodePoint(point) : '';
  return [code.length, character.replace(/\s+/g, '').length];
}
