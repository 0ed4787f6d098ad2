import { cutText } from '../model/cut-text.ts';
import type { Problem } from '../model/problem.ts';

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
  const { line, column, source } = scalar;
  const wanted = text.slice(0, offset).replace(/\s+/g, '').length;
  const at = indexOfCharacter(source, wanted);
  const before = source.slice(0, at).split('\n');
  const last = before.at(-1) ?? '';
  return {
    line: line + before.length - 1,
    column: before.length === 1 ? column + last.length : last.length + 1,
  };
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
    ...placeInScalar(scalar, text, failure.offset),
    message: failure.message,
    hint: 'Correct the expression; "precept context" lists the variables, filters and tests that exist',
    excerpt: failure.source.length > 100 ? `${cutText(failure.source, 100)}…` : failure.source,
  };
}

/** Where in a scalar's source its visible character number `wanted` (from 0) starts; the start if it has fewer. */
function indexOfCharacter(source: string, wanted: number): number {
  const style = source[0] ?? '';
  const isQuoted = style === '"' || style === "'";
  let index = isQuoted ? 1 : style === '|' || style === '>' ? source.indexOf('\n') + 1 : 0;
  let seen = 0;
  while (index < source.length) {
    const [written, units] = isQuoted ? quotedCharacter(source, index, style) : plainCharacter(source, index);
    if (units > 0 && seen + units > wanted) return index;
    seen += units;
    index += written;
  }
  return 0;
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
