import { cutText } from '../model/cut-text.ts';
import type { Problem, ProblemCode } from '../model/problem.ts';

/** The text of a content file, and what turns offsets in it (UTF-16 units from 0) into places and problems. */
export interface SourceText {
  readonly text: string;
  at(offset: number): { line: number; column: number };
  /** A line (from 1) without the space around it, cut to a readable length. */
  excerpt(line: number): string;
  problem(
    offset: number,
    code: ProblemCode,
    message: string,
    hint: string,
    severity?: Problem['severity'],
  ): Problem;
}

/** Characters of an offending line that are shown. */
const excerptLength = 100;

/** The text of a file's bytes; a byte order mark is left out. A byte that is not UTF-8 is a problem at its place. */
export function readSource(path: string, bytes: Buffer): { source: SourceText; problems: Problem[] } {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const source = createSource(path, text);
  const bad = firstBadByte(bytes, text);
  if (bad === null) return { source, problems: [] };
  const problem = source.problem(
    bad,
    'not-utf8',
    'a byte here is not UTF-8',
    'Save the file with the encoding UTF-8',
  );
  return { source, problems: [{ ...problem, excerpt: '' }] };
}

function createSource(path: string, text: string): SourceText {
  // Counted here: yaml's own counter misses the lines inside a part that it could not parse.
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const at = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(offset - (starts[low] ?? 0), 0) + 1 };
  };
  const excerptOf = (line: number) => {
    const start = starts[line - 1] ?? 0;
    const shown = text.slice(start, Math.min(starts[line] ?? text.length, start + 4 * excerptLength)).trim();
    return shown.length > excerptLength ? `${cutText(shown, excerptLength)}…` : shown;
  };
  return {
    text,
    at,
    excerpt: excerptOf,
    problem(offset, code, message, hint, severity = 'error') {
      const { line, column } = at(Math.min(offset, text.length));
      return { code, severity, file: path, line, column, message, hint, excerpt: excerptOf(line) };
    },
  };
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
