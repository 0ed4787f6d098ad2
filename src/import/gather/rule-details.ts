import type { FoundDetails } from '../report.ts';

const label =
  /^(\s*)(?:[-*+]\s+)?(?:(\*\*|__)(Why|Good|Bad)(?::\2|\2:|\2(?=\s*$))|(Why|Good|Bad):)(?:\s+(.*))?$/;

/** What stands below one label. */
interface Entry {
  readonly name: 'why' | 'good' | 'bad';
  readonly indent: number;
  readonly lines: string[];
}

/**
 * The text of an item without the lines `Why:`, `Good:` and `Bad:` at its end, and what they say. An item that goes on with
 * anything else below them stays as it is.
 */
export function splitDetails(text: string): { readonly text: string; readonly details: FoundDetails | null } {
  const whole = { text, details: null };
  const [first = '', ...rest] = text.split('\n');
  const start = rest.findIndex((line) => label.test(line));
  if (start === -1) return whole;
  const entries = entriesOf(rest.slice(start));
  if (entries === null) return whole;
  const details: { why?: string; good?: string[]; bad?: string[] } = {};
  for (const { name, lines } of entries) {
    const value = name === 'why' ? dedented(lines) : exampleOf(lines);
    if (value === '' || (name === 'why' && details.why !== undefined)) return whole;
    if (name === 'why') details.why = value;
    else details[name] = [...(details[name] ?? []), value];
  }
  return { text: [first, ...rest.slice(0, start)].join('\n').trimEnd(), details: withSingles(details) };
}

function entriesOf(lines: readonly string[]): readonly Entry[] | null {
  const entries: Entry[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const found = fence === null ? label.exec(line) : null;
    const last = entries.at(-1);
    if (found !== null) {
      const name = (found[3] ?? found[4] ?? '').toLowerCase() as Entry['name'];
      entries.push({ name, indent: found[1]?.length ?? 0, lines: [found[5] ?? ''] });
      continue;
    }
    if (last === undefined) return null;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence)) fence = null;
    const isDeeper = line.trim() === '' || line.search(/\S/) > last.indent;
    if (fence === null && mark === undefined && !isDeeper) return null;
    last.lines.push(line);
  }
  return entries;
}

/** One line of code, a block of it, or the text itself. */
function exampleOf(lines: readonly string[]): string {
  const text = dedented(lines);
  const block = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1[`~]*$/.exec(text);
  if (block !== null) return block[2] ?? '';
  const span = /^(`+)([^\n]*?[^`])\1$/.exec(text);
  if (span === null || span[2]?.includes(span[1] ?? '')) return text;
  const code = span[2] ?? '';
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
}

function dedented([first = '', ...rest]: readonly string[]): string {
  const filled = rest.filter((line) => line.trim() !== '');
  const columns = Math.min(...filled.map((line) => line.search(/\S/)), 1000);
  return [first, ...rest.map((line) => line.slice(Math.min(columns, line.length)))].join('\n').trim();
}

function withSingles({ why, good, bad }: { why?: string; good?: string[]; bad?: string[] }): FoundDetails {
  const one = (all: readonly string[]) => (all.length === 1 ? (all[0] as string) : all);
  return {
    ...(why !== undefined && { why }),
    ...(good !== undefined && { good: one(good) }),
    ...(bad !== undefined && { bad: one(bad) }),
  };
}
