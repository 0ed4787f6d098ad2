/** Lines around a change that are shown. */
const context = 3;

/**
 * What changes in a file, as the unified format of diff has it. Texts with as many lines are compared line by line; of others one
 * hunk shows all from the first line that differs to the last.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const sameCount = old.length === now.length;
  const hunks = sameCount
    ? hunksAround(
        old.flatMap((line, at) => (line === now[at] ? [] : [at])),
        old.length,
      )
    : [];
  const shown = hunks.map(([start, end]) => {
    const [left, right] = [old.slice(start, end), now.slice(start, end)];
    return `${hunkHead(start, left.length, start, right.length)}${sameLines(left, right)}`;
  });
  if (!sameCount) shown.push(wholeHunk(old, now));
  return `--- ${file}\n+++ ${file}\n${shown.join('')}`;
}

function hunkHead(from: number, count: number, to: number, length: number): string {
  const range = (start: number, lines: number) => `${lines === 0 ? start : start + 1},${lines}`;
  return `@@ -${range(from, count)} +${range(to, length)} @@\n`;
}

/** All from the first line that differs to the last, with what is around it. */
function wholeHunk(old: readonly string[], now: readonly string[]): string {
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first++;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  const start = Math.max(first - context, 0);
  const after = Math.min(last, context);
  const mid = (lines: readonly string[]) => lines.slice(first, lines.length - last);
  const signed = (sign: string, lines: readonly string[]) => lines.map((line) => sign + line);
  const tail = old.slice(old.length - last, old.length - last + after);
  const removed = mid(old);
  const added = mid(now);
  const around = first - start + tail.length;
  return [
    hunkHead(start, around + removed.length, start, around + added.length),
    ...signed(' ', old.slice(start, first)),
    ...signed('-', removed),
    ...signed('+', added),
    ...signed(' ', tail),
  ].join('');
}

/** Lines with their ends; the last one says so where it has none. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const last = lines.at(-1) ?? '';
  if (last !== '' && !last.endsWith('\n'))
    lines[lines.length - 1] = `${last}\n\\ No newline at end of file\n`;
  return last === '' ? lines.slice(0, -1) : lines;
}

/** The lines of each hunk, from and to; changes whose surroundings meet share one. */
function hunksAround(changed: readonly number[], count: number): (readonly [start: number, end: number])[] {
  const hunks: [number, number][] = [];
  for (const line of changed) {
    const start = Math.max(line - context, 0);
    const end = Math.min(line + context + 1, count);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

/** Changed lines that follow each other are removed together, and then added. */
function sameLines(old: readonly string[], now: readonly string[]): string {
  const parts: string[] = [];
  let added: string[] = [];
  for (const [at, line] of old.entries()) {
    const other = now[at] ?? '';
    if (line === other) {
      parts.push(...added, ` ${line}`);
      added = [];
    } else {
      parts.push(`-${line}`);
      added.push(`+${other}`);
    }
  }
  return [...parts, ...added].join('');
}
