import type { Problem, ProblemCode, TextRange } from '../../model/problems/problem.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { excerptOf } from './excerpt.ts';

/** The text of a content file, and what turns offsets in it (UTF-16 units from 0) into places and problems. */
export interface SourceText {
  readonly text: string;
  at(offset: number): { line: number; column: number };
  range(start: number, end: number): TextRange;
  /** The line where a range starts, and the part of it to be marked. */
  excerpt(range: TextRange): Required<Pick<Problem, 'excerpt' | 'mark'>>;
  problem(
    at: readonly [start: number, end: number],
    code: ProblemCode,
    message: string,
    hint: string,
    severity?: Problem['severity'],
  ): Problem;
}

/** The text of a file's bytes; a byte order mark is left out. A byte that is not UTF-8 is a problem at its place. */
export function readSource(path: string, bytes: Buffer): { source: SourceText; problems: Problem[] } {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const source = createSource(path, text);
  const bad = firstBadByte(bytes, text);
  if (bad === null) return { source, problems: [] };
  const problem = source.problem(
    [bad, bad + 1],
    'not-utf8',
    'a byte here is not UTF-8',
    'Save the file with the encoding UTF-8',
  );
  const { mark: _, ...unmarked } = problem;
  return { source, problems: [{ ...unmarked, excerpt: '' }] };
}

/** Characters of a message: names in it may be as long as the file. */
const maxMessage = 500;

function createSource(path: string, text: string): SourceText {
  // Counted here: yaml's own counter misses the lines inside a part that it could not parse.
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const isOn = (line: number, offset: number) =>
    (starts[line] ?? Number.POSITIVE_INFINITY) <= offset &&
    offset < (starts[line + 1] ?? Number.POSITIVE_INFINITY);
  const find = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** Places are asked for in the order of the file. */
  let line = 0;
  const at = (offset: number) => {
    if (!isOn(line, offset)) line = isOn(line + 1, offset) ? line + 1 : find(offset);
    return { line: line + 1, column: Math.max(offset - (starts[line] ?? 0), 0) + 1 };
  };
  const range = (start: number, end: number): TextRange => {
    const from = at(Math.min(start, text.length));
    const to = at(Math.min(Math.max(start, end), text.length));
    return { ...from, end_line: to.line, end_column: to.column };
  };
  const excerpt = (range: TextRange) => {
    const start = starts[range.line - 1] ?? 0;
    const line = withoutBreak(text.slice(start, starts[range.line] ?? text.length));
    const end = range.end_line === range.line ? range.end_column - 1 : line.length;
    return excerptOf(line, range.column - 1, end);
  };
  return {
    text,
    at,
    range,
    excerpt,
    problem([start, end], code, message, hint, severity = 'error') {
      const place = range(start, end);
      const shown = message.length > maxMessage ? `${cutText(message, maxMessage)}…` : message;
      return { code, severity, file: path, ...place, message: shown, hint, ...excerpt(place) };
    },
  };
}

/** A pattern would look for the break at each character of a line of megabytes, once for each problem in it. */
function withoutBreak(line: string): string {
  if (!line.endsWith('\n')) return line;
  return line.slice(0, line.endsWith('\r\n') ? -2 : -1);
}

/** Where the first byte stands that decoding had to replace; a replacement character that was written is none. */
function firstBadByte(bytes: Buffer, text: string): number | null {
  const skipped = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let offset = 0;
  let byte = skipped;
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) {
    byte += Buffer.byteLength(text.slice(offset, at));
    offset = at;
    const written = bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd;
    if (!written) return at;
  }
  return null;
}
