import { oneLine } from '../../../../render/foreign-text.ts';
import { paragraphs } from '../../../../render/markdown.ts';

/** What is drawn of the JSON answer of a validation status. */
export interface Validation {
  readonly scope_name: string;
  readonly acs: readonly {
    readonly ref: string;
    readonly status: string;
    readonly checks: readonly { readonly kind: string; readonly text: string; readonly passed: boolean }[];
  }[];
  readonly validated: number;
  readonly total: number;
}

export interface StoryTitles {
  readonly stories: readonly { readonly id: string; readonly what: string }[];
}

export interface BarOptions {
  /** Width of the terminal. */
  readonly columns: number;
  /** Only letters that every terminal has. */
  readonly ascii: boolean;
}

const barWidth = 20;

/** The validation status as a bar per story and one for all, then what is not validated yet, and why. */
export function validationBars(
  { scope_name, acs, validated, total }: Validation,
  { stories }: StoryTitles,
  options: BarOptions,
): string {
  const heading = `# Validation of ${scope_name}`;
  if (acs.length === 0) return paragraphs([heading, 'No acceptance criteria match.']);
  const byStory = new Map<string, { validated: number; total: number }>();
  for (const { ref, status } of acs) {
    const id = `US${/\d+/.exec(ref)?.[0]}`;
    const count = byStory.get(id) ?? { validated: 0, total: 0 };
    byStory.set(id, {
      validated: count.validated + (status === 'validated' ? 1 : 0),
      total: count.total + 1,
    });
  }
  const titles = new Map(stories.map(({ id, what }) => [id, what]));
  const idWidth = Math.max(5, ...[...byStory.keys()].map((id) => id.length));
  const countWidth = `${total}/${total}`.length;
  const line = (id: string, count: { validated: number; total: number }, title: string) => {
    const share = `${count.validated}/${count.total}`.padStart(countWidth);
    const start = `${id.padEnd(idWidth)}  ${bar(count, options.ascii)}  ${share}`;
    return cut(title === '' ? start : `${start}  ${oneLine(title)}`, options);
  };
  const bars = [...byStory].map(([id, count]) => line(id, count, titles.get(id) ?? ''));
  const sum = line('total', { validated, total }, `${Math.floor((validated / total) * 100)}% validated`);
  const open = acs.filter(({ status }) => status !== 'validated');
  const missing = open.flatMap(({ ref, checks }) => [
    ref,
    ...checks
      .filter(({ passed }) => !passed)
      .map(({ kind, text }) => cut(`  ${kind === 'manual' ? 'manual' : 'test'}: ${oneLine(text)}`, options)),
  ]);
  return paragraphs([
    heading,
    [...bars, sum].join('\n'),
    open.length === 0 ? '' : '## Not validated',
    missing.join('\n'),
  ]);
}

/** Full only when all is validated, and empty only when nothing is. */
function bar({ validated, total }: { validated: number; total: number }, ascii: boolean): string {
  const share = Math.round((validated / total) * barWidth);
  const full =
    validated === 0 ? 0 : validated === total ? barWidth : Math.min(Math.max(share, 1), barWidth - 1);
  const [on, off] = ascii ? ['#', '-'] : ['█', '░'];
  return `${on.repeat(full)}${off.repeat(barWidth - full)}`;
}

function cut(line: string, { columns, ascii }: BarOptions): string {
  const more = ascii ? '...' : '…';
  const letters = [...line];
  return letters.length <= columns
    ? line
    : letters.slice(0, Math.max(columns - more.length, 0)).join('') + more;
}
