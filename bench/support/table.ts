import type { Figure } from './figure.ts';

const columns: readonly [string, (figure: Figure) => string][] = [
  ['part', (figure) => figure.part],
  ['what', (figure) => figure.what],
  ['product', (figure) => figure.product],
  ['floor', (figure) => figure.floor],
  ['ratio', (figure) => (figure.ratio === null ? '-' : `${figure.ratio.toFixed(2)}x`)],
  ['spread', (figure) => (figure.spread == null ? '-' : `±${Math.round(figure.spread * 100)} %`)],
  ['goal', (figure) => figure.goal],
  ['met', (figure) => (figure.met === null ? '-' : figure.met ? 'yes' : 'NO')],
  ['runs', (figure) => String(figure.runs)],
];

/** All figures as one table, with their notes below it. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...figures.map((figure) => columns.map(([, cell]) => cell(figure))),
  ];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = figures.flatMap(({ part, note }) => (note === undefined ? [] : [`${part}: ${note}`]));
  return [lines[0], rule, ...lines.slice(1), ...new Set(notes)].join('\n');
}
