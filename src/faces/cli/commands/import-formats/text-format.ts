import type { ImportResult } from '../../../../import/run-import.ts';

/** The report of an import for people: each block of each source, what it comes to, and which files that makes. */
export function importText(result: ImportResult, rulesFolder: string, byDefault: 'must' | 'should'): string {
  const { sources, counts, unaccounted, files, written, stated } = result;
  const lines = sources.flatMap(({ path, blocks }) => [path, ...blocks.map(blockLine), '']);
  const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  lines.push(`${sources.length} ${sources.length === 1 ? 'source' : 'sources'}: ${parts.join(', ')}.`);
  lines.push(
    `${stated} of ${stated + result.byDefault} rules say how strong they are; the others are ${byDefault.toUpperCase()} (--default).`,
  );
  if (unaccounted > 0)
    lines.push(`${unaccounted} lines are in no block: this is a mistake of Precept, please report it.`);
  const done = written ? 'Written' : 'To be written';
  if (files.size > 0)
    lines.push('', `${done}:`, ...[...files.keys()].map((path) => `  ${rulesFolder}/${path}`));
  return `${lines.join('\n')}\n`;
}

type Block = ImportResult['sources'][number]['blocks'][number];

function blockLine({ line, end_line, as, category, kata, why }: Block): string {
  const place = line === end_line ? `${line}` : `${line}-${end_line}`;
  const name = kata === undefined ? category : `${category}/${kata}`;
  const about = [name, why].filter((part) => part !== undefined).join(': ');
  return `  ${place.padEnd(9)} ${as.padEnd(11)} ${about}`.trimEnd();
}
