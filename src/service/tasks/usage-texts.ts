import { stripHidden } from '../../model/text/hidden-text.ts';
import type { UsageEntry } from '../../usage/usage-report.ts';

/** What the texts of a report are made from. */
export interface UsageData {
  readonly since: string;
  readonly until: string;
  /** Those of one page. */
  readonly entries: readonly UsageEntry[];
  /** Where the next page begins. */
  readonly next_offset?: number;
  /** Counts that are in no entry. */
  readonly passed_over?: number;
}

/** What the texts show besides. */
export interface UsageAside {
  /** The entries of all pages. */
  readonly all: readonly UsageEntry[];
  /** How many of them come before this page. */
  readonly offset: number;
  /** Whether anything is counted here. */
  readonly isOn: boolean;
}

const columns = [
  'scope',
  'kind',
  'category',
  'kata',
  'reads',
  'tokens',
  'last_read',
  'mcp',
  'rest',
  'cli',
  'explorer',
];
/** Rows of the table for people; JSON and CSV have all. */
const shown = 100;

/** A report as CSV (RFC 4180), with a header. */
export function usageCsv({ entries }: UsageData): string {
  const rows = entries.map(({ faces, ...entry }) => {
    const cells: Readonly<Record<string, unknown>> = { ...entry, ...faces };
    return columns.map((column) => csvCell(cells[column]));
  });
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet takes for text, whatever it begins with. */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : inOneLine(String(value));
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A report as Markdown: a table of the first rows of a page. */
export function usageMarkdown(
  { since, until, entries, next_offset: next, passed_over: passedOver }: UsageData,
  { all, offset, isOn }: UsageAside,
): string {
  const read = all.filter(({ reads }) => reads > 0);
  const sum = (of: 'reads' | 'tokens') => all.reduce((total, entry) => total + entry[of], 0);
  const off = isOn ? [] : ['Nothing is counted here: the setting `usage` is off.'];
  const totals = `${sum('reads')} reads, about ${sum('tokens').toLocaleString('en-US')} tokens; ${read.length} of ${all.length} categories and katas were read.`;
  const rows = entries.slice(0, shown).map(({ scope, category, kata, reads, tokens, last_read }) => {
    const name = kata === undefined ? category : `${category}/${kata}`;
    return `| ${cell(scope)} | ${cell(name)} | ${reads} | ${tokens} | ${last_read?.slice(0, 10) ?? 'never'} |`;
  });
  const left = all.length - offset - rows.length;
  const where = next === undefined ? 'all' : `a page, and --offset ${next} begins the next`;
  const more = left > 0 ? [`And ${left} more; --format csv or json has ${where}.`] : [];
  const table = [
    '| scope | category or kata | reads | tokens | last read |',
    '|---|---|---|---|---|',
    ...rows,
  ];
  const parts = [
    `# Usage from ${since} to ${until}`,
    ...off,
    totals,
    ...(rows.length > 0 ? [table.join('\n')] : []),
  ];
  const other =
    passedOver === undefined
      ? []
      : [`${passedOver} counts of other names, which no scope has, are left out.`];
  return `${[...parts, ...more, ...other].join('\n\n')}\n`;
}

function cell(text: string): string {
  return `\`${inOneLine(text).replace(/[`|]+/g, ' ')}\``;
}

/** A name without what breaks a line, moves what follows, or does not show: senders may have made it up. */
function inOneLine(text: string): string {
  return stripHidden(text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' '));
}
