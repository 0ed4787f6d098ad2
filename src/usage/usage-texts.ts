import type { UsageEntry } from './usage-report.ts';

/** What the texts of a report are made from. */
export interface UsageData {
  readonly since: string;
  readonly until: string;
  readonly entries: readonly UsageEntry[];
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
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A report as Markdown: a table of the first rows. */
export function usageMarkdown({ since, until, entries }: UsageData, isOn: boolean): string {
  const read = entries.filter(({ reads }) => reads > 0);
  const sum = (of: 'reads' | 'tokens') => entries.reduce((total, entry) => total + entry[of], 0);
  const off = isOn ? [] : ['Nothing is counted here: the setting `usage` is off.'];
  const totals = `${sum('reads')} reads, about ${sum('tokens').toLocaleString('en-US')} tokens; ${read.length} of ${entries.length} categories and katas were read.`;
  const rows = entries.slice(0, shown).map(({ scope, category, kata, reads, tokens, last_read }) => {
    const name = kata === undefined ? category : `${category}/${kata}`;
    return `| ${cell(scope)} | ${cell(name)} | ${reads} | ${tokens} | ${last_read?.slice(0, 10) ?? 'never'} |`;
  });
  const more =
    entries.length > shown ? [`And ${entries.length - shown} more; --format csv or json has all.`] : [];
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
  return `${[...parts, ...more].join('\n\n')}\n`;
}

function cell(text: string): string {
  return `\`${text.replace(/[\p{Cc}`|]+/gu, ' ')}\``;
}
