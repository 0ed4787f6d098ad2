import { Cli, type CommandClass, UsageError } from 'clipanion';
import { ConfigError } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import { didYouMean } from '../../model/nearest.ts';
import { version } from '../../model/version.ts';
import type { World } from '../../runtime/world.ts';
import { operations } from '../../service/operations.ts';
import { operationCommand } from './operation-command.ts';
import { createPrinter } from './printer.ts';
import type { CliContext, Programs } from './program.ts';
import { ServeCommand, StdioCommand } from './server-commands.ts';

/** Runs one command line. Settles with the exit code: 0 good, 1 fault, 2 wrong usage. */
export async function runCli(argv: readonly string[], world: World, programs: Programs): Promise<number> {
  const cli = new Cli<CliContext>({
    binaryName: 'precept',
    binaryLabel: 'Precept',
    binaryVersion: version,
    enableColors: world.stdout.isTTY === true && !world.env.NO_COLOR,
  });
  for (const command of commands()) cli.register(command);
  const context: CliContext = { ...Cli.defaultContext, ...world, colorDepth: 1, world, programs };
  const printer = createPrinter(world, world.env);
  const [first] = argv;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    printer.answer(cli.usage());
    return 0;
  }
  if (first === '--version' || first === '-v') {
    printer.answer(version);
    return 0;
  }
  try {
    checkCommand(first, cli);
    const command = cli.process(normalise(argv), context);
    // `--help` is a command too, and looks its subject up here.
    command.cli = {
      ...cli,
      definitions: () => cli.definitions(),
      error: (e) => cli.error(e),
      format: () => cli.format(),
      process: (input, more) => cli.process(input, { ...context, ...more }),
      run: (input, more) => cli.run(input, { ...context, ...more }),
      usage: (c, o) => cli.usage(c, o),
    };
    return (await command.validateAndExecute()) ?? 0;
  } catch (error) {
    if (error instanceof Fault || error instanceof ConfigError) {
      for (const line of error.message.split('\n')) printer.error(line);
      return 1;
    }
    if (error instanceof UsageError || (error instanceof Error && 'clipanion' in error)) {
      printer.error(firstLine(error.message));
      printer.note('Run "precept --help" for the commands and their arguments.');
      return 2;
    }
    printer.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

function commands(): CommandClass<CliContext>[] {
  const rows = operations.flatMap((operation) => operationCommand(operation) ?? []);
  return [StdioCommand, ServeCommand, ...rows];
}

/** The default command takes no words, so that the parser would call an unknown command an extra argument. */
function checkCommand(word: string, cli: Cli<CliContext>): void {
  if (word.startsWith('-')) return;
  const names = [...new Set(cli.definitions().flatMap(({ path }) => path.split(' ')[1] ?? []))];
  if (names.includes(word)) return;
  const meant = didYouMean(word, names);
  throw new UsageError(`There is no command "${word}"${meant === null ? '' : `; did you mean "${meant}"?`}`);
}

/** `--http 127.0.0.1:8000` as the one word that an option with an optional value has to be. */
function normalise(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of argv) {
    if (words.at(-1) === '--http' && /^([^-].*:)?\d+$/.test(word)) words[words.length - 1] = `--http=${word}`;
    else words.push(word);
  }
  return words;
}

/** Clipanion lists every near command over many lines; what matters is one. */
function firstLine(message: string): string {
  return (
    message
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'wrong usage'
  );
}
