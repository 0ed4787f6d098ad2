import type { Cli } from 'clipanion';
import type { CliContext } from './program.ts';

type Commands = Pick<Cli<CliContext>, 'definitions'>;

/** All commands with their arguments, a line each, in the order in which they were registered, and the flags of the first. */
export function overview(cli: Commands, version: string): string {
  const definitions = cli.definitions();
  const rows = definitions.map(
    ({ usage, description }) => [withoutFlags(usage), (description ?? '').trim()] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length));
  const lines = rows.map(([usage, description]) => `  ${usage.padEnd(width)}  ${description}`);
  const flags = (definitions[0]?.options ?? []).map(({ definition, description }): [string, string] => [
    definition.replace(' #0', ' <value>'),
    description ?? '',
  ]);
  const flagWidth = Math.max(...flags.map(([flag]) => flag.length));
  return [
    `Precept ${version} gives coding agents the rules of your organisation.`,
    '',
    ...lines,
    '',
    'Flags of "precept" alone; the first two go with every command but init, like each setting (--log-level info):',
    '',
    ...flags.map(([flag, description]) => `  ${flag.padEnd(flagWidth)}  ${description}`),
    '',
    'Start with "precept init" in a project. "precept <command> --help" tells of the flags of a command.',
    '',
  ].join('\n');
}

/** The words of a command and its arguments, without its flags. */
function withoutFlags(usage: string): string {
  return usage.replace(/ \[-[^\]]*\]/g, '');
}

/** The parser's help of one command, with `<value>` for its `#0`, and the descriptions of the flags still in line. */
export function readableHelp(help: string): string {
  const option = /^( {2}-\S+)( #0)?( *)( {4})(?=\S)/gm;
  return help.replace(option, (_, flag: string, value: string | undefined, padding: string, gap: string) => {
    const definition =
      value === undefined ? `${flag}${' '.repeat('<value>'.length - '#0'.length)}` : `${flag} <value>`;
    return `${definition}${padding}${gap}`;
  });
}
