import { Command, type CommandClass, type Option } from 'clipanion';
import type { ArgumentRow, CommandLine, FlagRow } from './command-line.ts';
import type { CliContext } from './program.ts';
import { wordsOf } from './words/command-words.ts';
import type { WithChoices } from './words/parsed-option.ts';

/** A command of the table, with its class: what help, README and messages say comes from here. */
export interface CommandRow extends CommandLine {
  readonly command: CommandClass<CliContext>;
}

type Builder = Parameters<Option.CommandOption<unknown>['definition']>[0];

/**
 * The row of a command. Its arguments and flags are read from the options that its class declares to the parser, when they are
 * first asked for: a command line needs those of one command, and reading all takes 20 ms.
 */
export function describeCommand(command: CommandClass<CliContext>): CommandRow {
  const { description = '', details = '', examples = [] } = command.usage ?? {};
  const [path = []] = command.paths ?? [];
  let read: Pick<CommandRow, 'arguments' | 'flags'> | undefined;
  const options = () => {
    read ??= readOptions(command);
    return read;
  };
  return {
    ...{ path, description, details, examples, command },
    get arguments() {
      return options().arguments;
    },
    get flags() {
      return options().flags;
    },
  };
}

function readOptions(command: CommandClass<CliContext>): Pick<CommandRow, 'arguments' | 'flags'> {
  const [path = []] = command.paths ?? [];
  const positions: ArgumentRow[] = [];
  const addArgument = (name: string, required: boolean, repeated: boolean) =>
    void positions.push({ name, description: wordsOf(path.join(' '), name), required, repeated });
  const flags: FlagRow[] = [];
  for (const [key, option] of Object.entries(new command())) {
    if (!isOption(option)) continue;
    const { choices = null } = option;
    const builder: Pick<Builder, 'addOption' | 'addPositional' | 'addRest'> = {
      addOption({ names, arity = 0, allowBinding = true, hidden = false, description: text = '' }) {
        const value = arity > 0 ? 'required' : allowBinding ? 'optional' : 'none';
        flags.push({ names, value, choices, description: text, hidden });
      },
      addPositional: ({ name = key, required = true } = {}) => addArgument(name, required, false),
      addRest: ({ name = key, required = 0 } = {}) => addArgument(name, required > 0, true),
    };
    option.definition(builder as Builder, key);
  }
  return { arguments: positions, flags };
}

function isOption(value: unknown): value is Option.CommandOption<unknown> & WithChoices {
  return typeof value === 'object' && value !== null && Command.isOption in value;
}

/** `precept tenka stories`, the name of a command. */
export function nameOf({ path }: Pick<CommandRow, 'path'>): string {
  return ['precept', ...path].join(' ');
}

/** `precept tenka stories <scope_name>`, a command with its arguments. */
export function usageOf(row: Pick<CommandRow, 'path' | 'arguments'>): string {
  return [nameOf(row), ...row.arguments.map(shownArgument)].join(' ');
}

/** `<name>`, or `[name]` where it may be left out. */
export function shownArgument({ name, required, repeated }: ArgumentRow): string {
  return `${required ? `<${name}>` : `[${name}]`}${repeated ? ' ...' : ''}`;
}
