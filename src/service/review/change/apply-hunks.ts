import type { Hunk } from './changed-file.ts';

/** The text of a file with hunks applied where they say; null where it has other lines there. Line ends do not count. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | null {
  const lines = linesOf(text);
  const result: string[] = [];
  let at = 0;
  for (const { start, before, after } of hunks) {
    const place = before.length === 0 ? start : start - 1;
    if (place < at || !hasLines(lines, place, before)) return null;
    result.push(...lines.slice(at, place), ...after);
    at = place + before.length;
  }
  return endLines([...result, ...lines.slice(at)]);
}

/** Whether a text is as it is once the hunks are applied. */
export function hasAfter(text: string, hunks: readonly Hunk[]): boolean {
  const lines = linesOf(text);
  return hunks.every(({ startAfter, after }) => after.length === 0 || hasLines(lines, startAfter - 1, after));
}

/** Whether two texts are the same but for their line ends. */
export function areSameLines(one: string, other: string): boolean {
  return endLines(linesOf(one)) === endLines(linesOf(other));
}

function hasLines(lines: readonly string[], place: number, wanted: readonly string[]): boolean {
  return place <= lines.length && wanted.every((line, index) => lines[place + index] === line);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function endLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
