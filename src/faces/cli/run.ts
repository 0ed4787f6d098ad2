import { Cli, type CommandClass, UsageError } from 'clipanion';
import { ConfigError } from '../../config/config.ts';
import { settingNames } from '../../config/settings.ts';
import { Fault } from '../../model/fault.ts';
import { didYouMean } from '../../model/nearest.ts';
import { version } from '../../model/version.ts';
import type { World } from '../../runtime/world.ts';
import { getValidationStatus } from '../../service/get-validation-status.ts';
import { operations } from '../../service/operations.ts';
import { DoctorCommand } from './doctor-command.ts';
import { feedbackCommands } from './feedback-commands.ts';
import { overview, readableHelp } from './help.ts';
import { InitCommand } from './init-command.ts';
import { LintCommand } from './lint-command.ts';
import { loginCommands } from './login-commands.ts';
import { operationCommand } from './operation-command.ts';
import { createPrinter } from './printer.ts';
import type { CliContext, Programs } from './program.ts';
import { ServeCommand, StdioCommand } from './server-commands.ts';
import { TenkaImportCommand } from './tenka-import-command.ts';
import { TenkaValidationCommand } from './tenka-validation-command.ts';
import { explainUsage } from './usage-message.ts';

/** Runs one command line. Settles with the exit code: 0 good, 1 fault, 2 wrong usage. */
export async function runCli(argv: readonly string[], world: World, programs: Programs): Promise<number> {
  const cli = new Cli<CliContext>({
    binaryName: 'precept',
    binaryLabel: 'Precept',
    binaryVersion: version,
    enableColors: false,
  });
  for (const command of commands()) cli.register(command);
  const context: CliContext = { ...Cli.defaultContext, ...world, colorDepth: 1, world, programs };
  const printer = createPrinter(world, world.env);
  const given = normalise(argv);
  const words = asksHelp(given) ? helpWords(given, cli) : given;
  const command = commandWord(words);
  if (words.length === 0 || (asksHelp(words) && command === null)) {
    printer.answer(overview(cli, version));
    return 0;
  }
  if (words.includes('--version') || words[0] === '-v') {
    printer.answer(version);
    return 0;
  }
  try {
    if (command !== null) checkCommand(command, cli);
    const found = cli.process(words, context);
    // `--help` is a command too, and looks its subject up here.
    found.cli = {
      ...cli,
      definitions: () => cli.definitions(),
      error: (e) => cli.error(e),
      format: () => cli.format(),
      process: (input, more) => cli.process(input, { ...context, ...more }),
      run: (input, more) => cli.run(input, { ...context, ...more }),
      usage: (c, o) => readableHelp(cli.usage(c, o)),
    };
    return (await found.validateAndExecute()) ?? 0;
  } catch (error) {
    if (error instanceof Fault || error instanceof ConfigError) {
      for (const line of error.message.split('\n')) printer.error(line);
      if (error instanceof Fault && error.code === 'internal' && error.cause instanceof Error) {
        printer.error(error.cause.message);
      }
      return 1;
    }
    if (error instanceof UsageError || (error instanceof Error && 'clipanion' in error)) {
      const from = command === null ? [] : words.slice(words.indexOf(command));
      const { message, hint } = explainUsage(error.message, from, cli);
      printer.error(message);
      printer.note(hint);
      return 2;
    }
    printer.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

function commands(): CommandClass<CliContext>[] {
  const rows = operations.flatMap((operation) =>
    operation === getValidationStatus ? TenkaValidationCommand : (operationCommand(operation) ?? []),
  );
  return [
    StdioCommand,
    ServeCommand,
    InitCommand,
    DoctorCommand,
    ...rows,
    TenkaImportCommand,
    LintCommand,
    ...feedbackCommands,
    ...loginCommands,
  ];
}

/** The default command takes no words, so that the parser would call an unknown command an extra argument. */
function checkCommand(word: string, cli: Cli<CliContext>): void {
  const names = [...new Set(cli.definitions().flatMap(({ path }) => path.split(' ')[1] ?? []))];
  if (names.includes(word)) return;
  const meant = didYouMean(word, names);
  throw new UsageError(`There is no command "${word}"${meant === null ? '' : `; did you mean "${meant}"?`}`);
}

/** The first word that is neither a flag nor the value of one; null where there is none. */
function commandWord(words: readonly string[]): string | null {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (!word.startsWith('-')) return word;
    if (valueFlags.has(word)) index++;
  }
  return null;
}

const valueFlags: ReadonlySet<string> = new Set([
  '-c',
  '--config',
  '-r',
  ...settingNames.map((name) => `--${name.replaceAll('_', '-')}`),
]);

/**
 * The words as the parser takes them: `--http 127.0.0.1:8000` is one, because that option's value is optional, and
 * `help rules` is `rules --help`.
 */
function normalise(argv: readonly string[]): string[] {
  if (argv[0] === 'help') return [...argv.slice(1), '--help'];
  const words: string[] = [];
  for (const word of argv) {
    if (words.at(-1) === '--http' && /^([^-].*:)?\d+$/.test(word)) words[words.length - 1] = `--http=${word}`;
    else words.push(word);
  }
  return words;
}

function asksHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h');
}

/**
 * The words that ask for the help of the command named in `words`, wherever its arguments and `--help` stand: the parser
 * takes `--help` right behind the command only. A group of commands has the help of the whole program.
 */
function helpWords(words: readonly string[], cli: Cli<CliContext>): string[] {
  const command = commandWord(words);
  if (command === null) return ['--help'];
  const at = words.indexOf(command);
  const paths = cli.definitions().map(({ path }) => path.split(' ').slice(1));
  const named = paths
    .filter((path) => path.length > 0 && path.every((word, index) => word === words[at + index]))
    .sort((a, b) => b.length - a.length)[0];
  if (named !== undefined) return [...named, '--help'];
  return paths.some(([group]) => group === command) ? ['--help'] : [command, '--help'];
}
