import type { ImportResult } from '../../../../import/run-import.ts';
import { detailLines } from '../../../../model/text/detail-lines.ts';

/** Characters of a line about what a scope lacks. */
const longestLine = 120;

/** How people read the report of an import. */
interface Manner {
  /** New or changed files, as they are shown. */
  readonly paths: readonly string[];
  readonly byDefault: 'must' | 'should';
  /** Whether somebody has just seen the plan, so that it is not shown again. */
  readonly isSeen: boolean;
}

/** The report of an import for people: each block of each source, what it comes to, and which files that makes. */
export function importText(result: ImportResult, { paths, byDefault, isSeen }: Manner): string {
  const { scope, plan, totals, sources, counts, unaccounted, written, stated } = result;
  const lines = isSeen ? [] : sources.flatMap(({ path, blocks }) => [path, ...blocks.map(blockLine), '']);
  const from = plural(sources.length, 'source');
  if (plan === null || totals === null) {
    const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    lines.push(`${from}: ${parts.join(', ')}.`);
  } else {
    if (!isSeen) lines.push(...planLines(plan, scope));
    const { rules, must, should, katas, categories } = totals;
    const skipped = plural(counts.skipped, 'block');
    lines.push(
      `${from}: ${plural(rules, 'rule')} (${must} MUST, ${should} SHOULD) and ${plural(katas, 'kata')} in ${plural(categories, 'category', 'categories')}; ${skipped} skipped.`,
    );
  }
  const all = stated + result.byDefault;
  if (all > 0)
    lines.push(
      `${stated} of ${all} rules say how strong they are; the others are ${byDefault.toUpperCase()} (--default).`,
    );
  if (result.there.size > 0) lines.push(thereLine(result.there));
  if (unaccounted > 0)
    lines.push(`${unaccounted} lines are in no block: this is a mistake of Precept, please report it.`);
  if (result.lacking.length > 0)
    lines.push('', written ? 'Added:' : 'What the scope lacks:', ...result.lacking.map(lackingLine));
  const done = written ? 'Written' : `To be written${result.isRefused ? ' with --write --into' : ''}`;
  if (paths.length > 0) lines.push('', `${done}:`, ...paths.map((path) => `  ${path}`));
  return `${lines.join('\n')}\n`;
}

/** How much of an export nobody has edited. */
function thereLine(there: ImportResult['there']): string {
  const total = [...there.values()].reduce((sum, count) => sum + count, 0);
  const where = [...there].map(([scope, count]) => `${count} in ${scope}`).join(', ');
  return `${plural(total, 'rule')} of the export ${total === 1 ? 'is' : 'are'} there already (${where}), and not in the plan.`;
}

/** Each category with its rules, as they are to be judged. */
function planLines({ description, categories }: PlanView, scope: string): string[] {
  if (categories.length === 0) return [];
  const about = description === null ? [] : [`  description: ${description}`];
  const lines = categories.flatMap(
    ({
      category,
      when,
      proposed,
      paths,
      proposed_paths: guessed = [],
      rules,
      katas,
      kata_whens: whens = {},
      proposed_kata_whens: made = [],
    }) => [
      `  ${category}`,
      ...(when === null ? [] : [`    when${proposed ? ' (proposed)' : ''}: ${when}`]),
      ...(paths.length === 0
        ? []
        : [`    paths${guessed.length > 0 ? ' (proposed)' : ''}: ${paths.join(', ')}`]),
      ...rules.map(({ strength, text, details = {} }) => {
        const shown = [text, ...detailLines(details)].join('\n').replaceAll('\n', `\n${' '.repeat(11)}`);
        return `    ${strength.padEnd(6)} ${shown}`;
      }),
      ...katas.map((kata) => {
        const mark = made.includes(kata) ? ' (when proposed)' : '';
        return `    kata   ${kata}${Object.hasOwn(whens, kata) ? `${mark}: ${whens[kata]}` : ''}`;
      }),
    ],
  );
  return [`The plan of ${scope}:`, ...about, ...lines, ''];
}

/** The first line of what a scope lacks, cut where it is long. */
function lackingLine(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const shown = first.slice(0, longestLine);
  return `  ${shown}${shown.length < text.length ? '…' : ''}`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

type PlanView = NonNullable<ImportResult['plan']>;
type Block = ImportResult['sources'][number]['blocks'][number];

function blockLine({ line, end_line, as, category, kata, why }: Block): string {
  const place = line === end_line ? `${line}` : `${line}-${end_line}`;
  const name = kata === undefined ? category : `${category}/${kata}`;
  const about = [name, why].filter((part) => part !== undefined).join(': ');
  return `  ${place.padEnd(9)} ${as.padEnd(11)} ${about}`.trimEnd();
}
