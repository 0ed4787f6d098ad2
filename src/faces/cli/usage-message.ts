import type { Cli } from 'clipanion';
import { settingNames } from '../../config/settings.ts';
import { didYouMean } from '../../model/nearest.ts';
import type { CliContext } from './program.ts';

type Commands = Pick<Cli<CliContext>, 'definitions'>;

/** What is wrong with a command line, and where to read how it is written. */
export interface WrongUsage {
  readonly message: string;
  readonly hint: string;
}

/**
 * The parser's message in one line: with the arguments that the command wants where some are missing, and the flag that
 * was meant where one does not exist. `words` is the command line from its command on; empty where it has none.
 */
export function explainUsage(message: string, words: readonly string[], cli: Commands): WrongUsage {
  const lines = message.split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '') ?? 'wrong usage';
  const [word] = words;
  const below = cli.definitions().flatMap(({ path }) => {
    const [, group, name] = path.split(' ');
    return group === word && name !== undefined ? name : [];
  });
  if (first.startsWith('Command not found'))
    return { message: `"precept ${word}" takes one of ${below.join(', ')}`, hint: general };
  const command = commandOf(words, cli);
  const hint =
    command.name === 'precept' ? general : `Run "${command.name} --help" for its arguments and flags.`;
  if (first.startsWith('Not enough positional')) {
    const wanted = command.usage.match(/<[^>]+>/g) ?? [];
    const what = wanted.length > 1 ? 'the arguments' : 'the argument';
    return { message: `"${command.name}" needs ${what} ${wanted.join(' ')}`, hint };
  }
  const [, given] = /\("(.*)"\)\.?$/.exec(first) ?? [];
  if (given !== undefined && /^(Unsupported|Invalid) option/.test(first)) {
    const flag = given.split('=', 1)[0] as string;
    if (command.flags.includes(flag))
      return { message: `${flag} takes no value, but "${given}" gives one`, hint };
    const meant = didYouMean(flag, command.flags);
    const question = meant === null ? '' : `; did you mean ${meant}?`;
    return { message: `"${command.name}" has no flag ${flag}${question}`, hint };
  }
  if (given !== undefined && first.startsWith('Extraneous positional'))
    return { message: `"${command.name}" takes no argument "${given}"`, hint };
  const [, flag] = /^Not enough arguments to option (.+?)\.$/.exec(first) ?? [];
  if (flag !== undefined) return { message: `${flag} needs a value`, hint };
  return { message: first, hint };
}

const general = 'Run "precept --help" for the commands and their arguments.';

/** The command that the words start with, the longest name first; the program itself where they start with none. */
function commandOf(words: readonly string[], cli: Commands) {
  const named = cli
    .definitions()
    .filter(({ path }) =>
      path
        .split(' ')
        .slice(1)
        .every((word, index) => word === words[index]),
    )
    .sort((a, b) => b.path.length - a.path.length)[0];
  const own = (named?.options ?? []).flatMap(({ definition }) => definition.split(/[ ,]/)).filter(isLong);
  return {
    name: named?.path ?? 'precept',
    usage: named?.usage ?? '',
    flags: [...own, ...settingNames.map((name) => `--${name.replaceAll('_', '-')}`)],
  };
}

function isLong(word: string): boolean {
  return word.startsWith('--');
}
