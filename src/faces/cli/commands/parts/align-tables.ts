import stringWidth from 'string-width';

const row = /^\|.*\|$/;
const separator = /^\|(?:\s*:?-+:?\s*\|)+$/;

/**
 * Markdown with the columns of its tables aligned for a terminal, on which some signs are two columns wide; still Markdown. A table
 * that is wider then than `columns` stays as it is: broken lines are read more easily where they are short.
 */
export function alignTables(markdown: string, columns: number): string {
  const lines = markdown.split('\n');
  const aligned: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const table: string[] = [];
    while (row.test(lines[at + table.length] ?? '')) table.push(lines[at + table.length] as string);
    if (table.length === 0) aligned.push(lines[at] as string);
    else aligned.push(...(separator.test(table[1] ?? '') ? alignTable(table, columns) : table));
    at += Math.max(1, table.length);
  }
  return aligned.join('\n');
}

function alignTable(table: readonly string[], columns: number): readonly string[] {
  const rows = table.map(cellsOf);
  const [head = [], marks = []] = rows;
  const texts = rows.filter((cells) => cells !== marks);
  const widths = head.map((_, index) =>
    Math.max(3, ...texts.map((cells) => stringWidth(cells[index] ?? ''))),
  );
  if (widths.reduce((sum, width) => sum + width + 3, 1) > columns) return table;
  return rows.map((cells) => {
    const padded = widths.map((width, index) => {
      const cell = cells[index] ?? '';
      const isRight = marks[index]?.endsWith(':') && !marks[index]?.startsWith(':');
      if (cells === marks) return isRight ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
      const blanks = ' '.repeat(width - stringWidth(cell));
      return isRight ? blanks + cell : cell + blanks;
    });
    return `| ${padded.join(' | ')} |`;
  });
}

/** A bar that belongs to a text is written `\|`. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
