import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Position, Range } from 'vscode-languageserver/node';
import type { TextRange } from '../../model/problems/problem.ts';

/** A range as editors count, from 0; columns stay UTF-16 units. `shift` is 1 where the text starts with a byte order mark. */
export function toRange({ line, column, end_line, end_column }: TextRange, shift = 0): Range {
  return { start: toPosition(line, column, shift), end: toPosition(end_line, end_column, shift) };
}

function toPosition(line: number, column: number, shift: number): Position {
  return { line: line - 1, character: column - 1 + (line === 1 ? shift : 0) };
}

/** The path of a file's URI, or null for what is no file. */
export function toPath(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

export function toUri(path: string): string {
  return pathToFileURL(path).href;
}

/** The units that a byte order mark takes at the start of a text: our offsets do not count it. */
export function markOf(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}
