import { Cli, UsageError } from 'clipanion';
import { ConfigError } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import { didYouMean, isOneEditAway } from '../../model/text/nearest.ts';
import { version } from '../../model/version.ts';
import { NotOwnFile } from '../../runtime/files/own-place.ts';
import type { World } from '../../runtime/world.ts';
import { withTypedSettings } from './base-command.ts';
import { type CommandRow, nameOf } from './command-table.ts';
import { HookCommand } from './commands/hook-command.ts';
import { commandTable } from './commands.ts';
import { createPrinter, type Printer } from './printer.ts';
import type { CliContext, Programs } from './program.ts';
import { commandsOf, findCommand, type NamedCommand } from './words/find-command.ts';
import { findMistake } from './words/find-mistake.ts';
import { commandHelp, groupHelp, guide, overview } from './words/help.ts';
import { UsageMistake } from './words/usage-mistake.ts';

/** Runs one command line. Settles with the exit code: 0 good, 1 fault, 2 wrong usage. */
export async function runCli(argv: readonly string[], world: World, programs: Programs): Promise<number> {
  const table = commandTable();
  const words = normalise(argv, table);
  const named = findCommand(words, table);
  const printer = createPrinter(world, world.env);
  try {
    // A terminal that does not know its width says 0.
    const columns = world.stdout.columns === 0 ? 80 : world.stdout.columns;
    const width = world.stdout.isTTY ? columns : undefined;
    const text = information(words, named, table, width);
    if (text !== null) {
      printer.answer(text);
      return 0;
    }
    return await execute(namedRow(named, table), named.rest, { world, programs, table });
  } catch (error) {
    return failure(error, named, printer);
  }
}

/** What a command line asks for that runs no command: help, or the version. */
function information(
  words: readonly string[],
  named: NamedCommand,
  table: readonly CommandRow[],
  width: number | undefined,
): string | null {
  const [word] = named.words;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.some((one) => one === '--help' || one === '-h')) {
    if (word === undefined) return overview(table, version, width);
    const group = named.row === null ? commandsOf(word, table) : [];
    return group.length > 0 ? groupHelp(word, group, width) : commandHelp(namedRow(named, table), width);
  }
  if (words.length === 0) return guide(version, width);
  return own.includes('--version') || words[0] === '-v' ? version : null;
}

/** UsageError where there is no such command. */
function namedRow({ row, words: [word = ''] }: NamedCommand, table: readonly CommandRow[]): CommandRow {
  if (row !== null) return row;
  const below = commandsOf(word, table).map(({ path }) => path[1]);
  if (below.length > 0) throw new UsageError(`"precept ${word}" takes one of ${below.join(', ')}`);
  throw new UsageError(`There is no command "${word}"${cureOf(word, table)}`);
}

/** Words by which people look for the server of MCP clients. */
const serverWords = ['mcp', 'stdio', 'start', 'run'];

/** What may be meant by a command that does not exist, for the end of a message. */
function cureOf(word: string, table: readonly CommandRow[]): string {
  if (serverWords.includes(word))
    return '; "precept" without a command is the MCP server (stdio), and "precept serve" is the one over HTTP';
  const firsts = [...new Set(table.flatMap(({ path: [first] }) => first ?? []))];
  const below = table.filter(({ path }) => path.length > 1 && path.at(-1) === word);
  const near = firsts.filter((one) => isOneEditAway(word, one));
  const meant =
    below.length > 0
      ? below.map(({ path }) => path.join(' '))
      : near.length > 1
        ? near
        : [didYouMean(word, firsts) ?? []].flat();
  return meant.length === 0 ? '' : `; did you mean ${meant.map((one) => `"${one}"`).join(' or ')}?`;
}

/**
 * Runs a command with the words that stand beside its name. The parser gets to know this command alone, and of the settings'
 * flags those that may be meant: its work grows with the square of the flags that it knows.
 */
async function execute(
  row: CommandRow,
  rest: readonly string[],
  given: Pick<CliContext, 'world' | 'programs' | 'table'>,
): Promise<number> {
  const cli = Cli.from<CliContext>(withTypedSettings(row.command, rest), {
    binaryName: 'precept',
    enableColors: false,
  });
  const context: CliContext = { ...Cli.defaultContext, ...given.world, colorDepth: 1, ...given };
  if (row.command === HookCommand) {
    const hook = Object.assign(new HookCommand(), { words: rest, context });
    return hook.execute();
  }
  return (await cli.process([...row.path, ...rest], context).validateAndExecute()) ?? 0;
}

/** What to do about a file or folder that the system keeps from this user; null for another error. */
function closedPath(error: unknown): string | null {
  const { code, path, syscall } = Object(error) as NodeJS.ErrnoException;
  if ((code !== 'EACCES' && code !== 'EPERM') || path === undefined) return null;
  return `${path}: permission denied (${code}, ${syscall}); give the user who runs Precept the right to it`;
}

/** Reports why a command line could not be run. Gives the exit code. */
function failure(error: unknown, named: NamedCommand, printer: Printer): number {
  if (error instanceof Fault || error instanceof ConfigError) {
    for (const line of error.message.split('\n')) printer.error(line);
    // Who types a command runs the server, or is one who does.
    const hasReason =
      error instanceof Fault && (error.code === 'internal' || error.code === 'store-unavailable');
    if (hasReason && error.cause instanceof Error) printer.error(error.cause.message);
    return error instanceof ConfigError && error.isUsage ? 2 : 1;
  }
  if (error instanceof NotOwnFile) {
    printer.error(error.message);
    return 1;
  }
  const closed = closedPath(error);
  if (closed !== null) {
    printer.error(closed);
    return 1;
  }
  if (!isParserError(error)) {
    printer.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
  const { row, rest } = named;
  const mistake = error instanceof UsageError || row === null ? null : findMistake(rest, row);
  printer.error(mistake ?? error.message);
  const help =
    row === null || row.path.length === 0
      ? 'Run "precept --help" for the commands and their arguments.'
      : `Run "${nameOf(row)} --help" for its arguments and flags.`;
  printer.note(error instanceof UsageMistake ? `${help} ${error.cure}` : help);
  return 2;
}

/** The parser marks its own errors, of which UsageError is the one that is thrown by hand. */
function isParserError(error: unknown): error is Error {
  return error instanceof Error && 'clipanion' in error;
}

/**
 * The words as the parser takes them: `--http 127.0.0.1:8000` is one, because that option's value is optional,
 * `help rules` is `rules --help`, and `version` is `--version`.
 */
function normalise(argv: readonly string[], table: readonly CommandRow[]): string[] {
  if (argv[0] === 'help') return [...argv.slice(1), '--help'];
  if (argv[0] === 'version') return ['--version', ...argv.slice(1)];
  const commands = new Set(table.map(({ path }) => path[0]));
  const words: string[] = [];
  for (const word of argv) {
    const isAddress = words.at(-1) === '--http' && !word.startsWith('-') && !commands.has(word);
    if (isAddress) words[words.length - 1] = `--http=${word}`;
    else words.push(word);
  }
  return words;
}
