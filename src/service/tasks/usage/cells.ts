import { stripHidden } from '../../../model/text/hidden-text.ts';

/** A table as CSV (RFC 4180), with a header. */
export function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const all = rows.map((row) => columns.map((column) => csvCell(row[column])));
  return [columns, ...all].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet takes for text, whatever it begins with. */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : inOneLine(String(value));
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A name as Markdown shows it in a table. */
export function cell(text: string): string {
  return `\`${inOneLine(text).replace(/[`|]+/g, ' ')}\``;
}

/** A name without what breaks a line, moves what follows, or does not show: senders may have made it up. */
function inOneLine(text: string): string {
  return stripHidden(text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' '));
}
