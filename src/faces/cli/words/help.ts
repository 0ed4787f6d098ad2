import type { FlagRow } from '../command-line.ts';
import { type CommandRow, shownArgument, usageOf } from '../command-table.ts';
import { helpGroups } from './help-groups.ts';

/** Into pipes and files each description goes as one line. */
const plainColumns = Number.POSITIVE_INFINITY;

/** What to type first, for somebody who types `precept` on a terminal. */
export function guide(version: string, width = plainColumns): string {
  const first = [
    ['precept init', 'Start a .precept folder in a project, and configure your client'],
    ['precept rules', 'What an agent reads before it writes code'],
    ['precept lint', 'Check what you have written'],
    ['precept doctor', 'Look over this installation, and say what to fix'],
  ] as const;
  return [
    ...wrap(tagline(version), width),
    '',
    ...columns(first, '  ', width),
    '',
    ...wrap(
      'Clients start "precept" by themselves and speak MCP with it. "precept --help" lists all commands.',
      width,
    ),
    '',
  ].join('\n');
}

/** All commands with their arguments, below a heading for each group, and the flags of the first. */
export function overview(table: readonly CommandRow[], version: string, width = plainColumns): string {
  const known = helpGroups.flatMap(([, words]) => words);
  const other = table.map(firstWord).filter((word) => !known.includes(word));
  const sections = [...helpGroups, ['Other', other] as const].map(([title, words]) => {
    const rows = words.flatMap((word) => table.filter((row) => firstWord(row) === word));
    return rows.length === 0 ? [] : [title, '', ...commandLines(rows, width, widest(table)), ''];
  });
  return [
    ...wrap(tagline(version), width),
    '',
    ...sections.flat(),
    'Flags of "precept" alone',
    '',
    ...flagLines([...(table[0]?.flags ?? []), ...ownFlags], '  ', width),
    '',
    ...wrap(
      'The first two go with every command but init, like each setting (--log-level info). "precept <command> --help" lists the flags of a command.',
      width,
    ),
    '',
  ].join('\n');
}

/** What the program answers without running anything. */
const ownFlags: readonly FlagRow[] = [
  ownFlag(['-h', '--help'], 'Print this, or the help of a command'),
  ownFlag(['-v', '--version'], 'Print the version'),
];

function ownFlag(names: readonly string[], description: string): FlagRow {
  return { names, value: 'none', description, choices: null, hidden: false };
}

const tagline = (version: string) => `Precept ${version} gives coding agents the rules of your organisation.`;
const firstWord = ({ path }: CommandRow) => path[0] ?? '';
const widest = (rows: readonly CommandRow[]) => Math.max(...rows.map((row) => usageOf(row).length));

/** The commands of a group, a line each. */
export function groupHelp(group: string, commands: readonly CommandRow[], width = plainColumns): string {
  return [
    ...commandLines(commands, width, widest(commands)),
    '',
    `"precept ${group} <command> --help" lists the flags of a command.`,
    '',
  ].join('\n');
}

/** What a command does, its arguments and flags, and examples. */
export function commandHelp(row: CommandRow, width = plainColumns): string {
  const { description, details, examples } = row;
  const usage = `$ ${usageOf(row)}\n`;
  return [
    `${wrap(description, width).join('\n')}\n`,
    `Usage\n\n${usage}`,
    ...(row.arguments.length === 0 ? [] : [`Arguments\n\n${argumentLines(row, width).join('\n')}\n`]),
    `Options\n\n${flagLines(row.flags, '    ', width).join('\n')}\n`,
    ...(details === '' ? [] : [`Details\n\n${paragraphs(details, width)}`]),
    ...(examples.length === 0 ? [] : ['Examples\n']),
    ...examples.map(([what, line]) => `${what}\n  $ ${line}\n`),
  ].join('\n');
}

/** The paragraphs of a command's details; in pipes and files they are as wide as an old terminal. */
function paragraphs(details: string, width: number): string {
  const parts = details.trim().split(/\n\s*\n/);
  const lines = parts.map((part) =>
    wrap(part.trim().replace(/\s+/g, ' '), Number.isFinite(width) ? width : 80).join('\n'),
  );
  return `${lines.join('\n\n')}\n`;
}

function commandLines(rows: readonly CommandRow[], width: number, first: number): string[] {
  return columns(
    rows.map((row) => [usageOf(row), row.description]),
    '  ',
    width,
    first,
  );
}

function argumentLines(row: CommandRow, width: number): string[] {
  return columns(
    row.arguments.map((argument) => [shownArgument(argument), argument.description]),
    '    ',
    width,
  );
}

function flagLines(flags: readonly FlagRow[], gap: string, width: number): string[] {
  const shown = flags.filter(({ hidden }) => !hidden);
  return columns(
    shown.map(({ names, value, description }) => [
      value === 'required' ? `${names.join(',')} <value>` : names.join(','),
      description,
    ]),
    gap,
    width,
  );
}

/** Two columns, the first as wide as it needs to be (or `first`), the second broken so that no line is wider than `width`. */
function columns(
  rows: readonly (readonly [string, string])[],
  gap: string,
  width: number,
  first = Math.max(...rows.map(([name]) => name.length)),
): string[] {
  const indent = 2 + first + gap.length;
  // On a very narrow terminal the second column has lines of its own.
  const isNarrow = width - indent < 20;
  return rows.flatMap(([name, text]) => {
    if (isNarrow) return [`  ${name}`, ...wrap(text, width - 6).map((line) => `      ${line}`)];
    const [start = '', ...rest] = wrap(text, width - indent);
    return [`  ${name.padEnd(first)}${gap}${start}`, ...rest.map((line) => ' '.repeat(indent) + line)];
  });
}

/** The lines of a text, broken at blanks. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
