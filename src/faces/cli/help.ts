import { formatMarkdownish } from 'clipanion';
import type { FlagRow } from './command-line.ts';
import { type CommandRow, usageOf } from './command-table.ts';

/** All commands with their arguments, a line each, and the flags of the first. */
export function overview(table: readonly CommandRow[], version: string): string {
  return [
    `Precept ${version} gives coding agents the rules of your organisation.`,
    '',
    ...commandLines(table),
    '',
    'Flags of "precept" alone; the first two go with every command but init, like each setting (--log-level info):',
    '',
    ...flagLines(table[0]?.flags ?? [], '  '),
    '',
    'Start with "precept init" in a project. "precept <command> --help" lists the flags of a command.',
    '',
  ].join('\n');
}

/** The commands of a group, a line each. */
export function groupHelp(group: string, commands: readonly CommandRow[]): string {
  return [
    ...commandLines(commands),
    '',
    `"precept ${group} <command> --help" lists the flags of a command.`,
    '',
  ].join('\n');
}

/** What a command does, its arguments and flags, and examples. */
export function commandHelp(row: CommandRow): string {
  const { description, details, examples } = row;
  const usage = `$ ${usageOf(row)}\n`;
  return [
    `${description}\n`,
    details === '' && examples.length === 0 ? usage : `Usage\n\n${usage}`,
    `Options\n\n${flagLines(row.flags, '    ').join('\n')}\n`,
    ...(details === '' ? [] : [`Details\n\n${formatMarkdownish(details, { format, paragraphs: true })}`]),
    ...(examples.length === 0 ? [] : ['Examples\n']),
    ...examples.map(([what, line]) => `${what}\n  $ ${line}\n`),
  ].join('\n');
}

/** Text as it is: help goes into pipes and files, too. */
const format = {
  header: (text: string) => text,
  bold: (text: string) => text,
  error: (text: string) => text,
  code: (text: string) => text,
};

function commandLines(rows: readonly CommandRow[]): string[] {
  return columns(
    rows.map((row) => [usageOf(row), row.description]),
    '  ',
  );
}

function flagLines(flags: readonly FlagRow[], gap: string): string[] {
  const shown = flags.filter(({ hidden }) => !hidden);
  return columns(
    shown.map(({ names, value, description }) => [
      value === 'required' ? `${names.join(',')} <value>` : names.join(','),
      description,
    ]),
    gap,
  );
}

function columns(rows: readonly (readonly [string, string])[], gap: string): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${gap}${second}`);
}
