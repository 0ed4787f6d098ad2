import type { ReachEntry } from '../../usage/reach-report.ts';
import type { UsageEntry } from '../../usage/usage-report.ts';
import { cell, csvText } from './usage/cells.ts';
import { reachCsv, reachMarkdown } from './usage/reach-texts.ts';

/** What the texts of a report are made from. */
export interface UsageData {
  readonly since: string;
  readonly until: string;
  /** Those of one page. */
  readonly entries: readonly UsageEntry[];
  /** The sessions of each client, where these were asked for instead of entries. */
  readonly reach?: readonly ReachEntry[];
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
  /** Whether the caller may not see sessions, which are of no scope. */
  readonly isLimited: boolean;
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

/** A report as CSV, with a header. */
export function usageCsv({ entries, reach }: UsageData): string {
  if (reach !== undefined) return reachCsv(reach);
  return csvText(
    columns,
    entries.map(({ faces, ...entry }) => ({ ...entry, ...faces })),
  );
}

/** A report as Markdown: a table of the first rows of a page. */
export function usageMarkdown(
  { since, until, entries, reach, next_offset: next, passed_over: passedOver }: UsageData,
  { all, offset, isOn, isLimited }: UsageAside,
): string {
  const read = all.filter(({ reads }) => reads > 0);
  const sum = (of: 'reads' | 'tokens') => all.reduce((total, entry) => total + entry[of], 0);
  const off = isOn ? [] : ['Nothing is counted here: the setting `usage` is off.'];
  if (reach !== undefined) return reachMarkdown(reach, { since, until, before: off, isLimited });
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
