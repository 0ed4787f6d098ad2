import { withoutAnyHidden } from '../../model/text/hidden-characters.ts';
import { findHidden, stripHidden } from '../../model/text/hidden-text.ts';
import type { Finding } from '../report.ts';

/** Bytes that a source may have: three times the largest that was found in public repositories. */
export const maxSourceBytes: number = 1024 * 1024;

const mark = Buffer.from('\uFEFF');

export interface Decoded {
  readonly lines: readonly string[];
  /** What was dropped. */
  readonly dropped: readonly Finding[];
}

/** The lines of a text file without characters that nobody sees; null for what is not UTF-8. */
export function decode(bytes: Buffer): Decoded | null {
  let text: string;
  try {
    // A byte order mark at the start is no part of the text.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  const dropped: Finding[] = [];
  if (bytes.subarray(0, mark.length).equals(mark)) {
    dropped.push({ line: 1, end_line: 1, as: 'skipped', why: 'a byte order mark, dropped' });
  }
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => {
    const hidden = findHidden(line);
    if (hidden.length === 0) return line;
    const names = [...new Set(hidden.map((at) => nameOf(line, at)))].slice(0, 10).join(', ');
    const why = `hidden characters, dropped: ${names}`;
    dropped.push({ line: index + 1, end_line: index + 1, as: 'skipped', why });
    const plain = stripHidden(line.replaceAll('\u0085', ' '));
    // What stood between two that are gone may need now what it did not need before.
    return findHidden(plain).length === 0 ? plain : withoutAnyHidden(plain);
  });
  return { lines, dropped };
}

function nameOf(line: string, at: number): string {
  return `U+${(line.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
