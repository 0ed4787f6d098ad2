/** Lines around a change that are shown. */
const context = 3;

/**
 * What a fix changes in a file, as the unified format of diff has it. Fixes change lines and never how many there are; a
 * text with another number of lines is shown as a whole.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const sameCount = old.length === now.length;
  const changed = sameCount ? old.flatMap((line, at) => (line === now[at] ? [] : [at])) : [];
  const hunks = sameCount
    ? hunksAround(changed, old.length)
    : [[0, Math.max(old.length, now.length)] as const];
  const shown = hunks.map(([start, end]) => {
    const [left, right] = [old.slice(start, end), now.slice(start, end)];
    const head = `@@ -${start + 1},${left.length} +${start + 1},${right.length} @@\n`;
    if (!sameCount)
      return head + [...left.map((line) => `-${line}`), ...right.map((line) => `+${line}`)].join('');
    return head + sameLines(left, right);
  });
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
