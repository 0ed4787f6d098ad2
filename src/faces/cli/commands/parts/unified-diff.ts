import { compareLines, type Step } from './compare-lines.ts';

/** Lines around a change that are shown. */
const context = 3;

/** What changes in a file, as the unified format of diff has it. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const steps = compareLines(linesOf(before), linesOf(after));
  const shown = hunksOf(steps).map(([start, end]) => hunk(steps, start, end));
  return `--- ${file}\n+++ ${file}\n${shown.join('')}`;
}

/** Lines with their ends; the last one says so where it has none. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const last = lines.at(-1) ?? '';
  if (last !== '' && !last.endsWith('\n'))
    lines[lines.length - 1] = `${last}\n\\ No newline at end of file\n`;
  return last === '' ? lines.slice(0, -1) : lines;
}

/** The steps of each hunk, from and to; changes whose surroundings meet share one. */
function hunksOf(steps: readonly Step[]): (readonly [start: number, end: number])[] {
  const hunks: [number, number][] = [];
  for (const [at, { sign }] of steps.entries()) {
    if (sign === ' ') continue;
    const start = Math.max(at - context, 0);
    const end = Math.min(at + context + 1, steps.length);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

function hunk(steps: readonly Step[], start: number, end: number): string {
  const count = (list: readonly Step[], other: '-' | '+') => list.filter(({ sign }) => sign !== other).length;
  const above = steps.slice(0, start);
  const shown = steps.slice(start, end);
  const range = (other: '-' | '+') => {
    const lines = count(shown, other);
    return `${count(above, other) + (lines === 0 ? 0 : 1)},${lines}`;
  };
  const text = shown.map(({ sign, line }) => sign + line).join('');
  return `@@ -${range('+')} +${range('-')} @@\n${text}`;
}
