import { didYouMean } from '../../../model/text/nearest.ts';
import { type CommandRow, nameOf } from '../command-table.ts';

/**
 * Why the words beside the name of a command do not fit it: the first flag that is wrong, or else an argument too many or
 * too few; null where they do.
 */
export function findMistake(rest: readonly string[], row: CommandRow): string | null {
  const given: string[] = [];
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] as string;
    if (word === '--') {
      given.push(...rest.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      given.push(word);
      continue;
    }
    const mistake = flagMistake(word, rest[index + 1], row);
    if (mistake !== null) return mistake;
    if (flagOf(word, row)?.value === 'required') index++;
  }
  return argumentMistake(given, row);
}

function flagMistake(word: string, next: string | undefined, row: CommandRow): string | null {
  const name = word.split('=', 1)[0] as string;
  const flag = flagOf(name, row);
  if (flag === undefined) {
    const positive = flagOf(name.replace(/^--no-/, '--'), row);
    if (positive?.value === 'none' && name === word) return null;
    const [first] = row.arguments;
    if (/^--scope([-_]name)?$/.test(name) && first?.name === 'scope_name') {
      const value =
        word.slice(name.length + 1) || (next?.startsWith('-') === false ? next : `<${first.name}>`);
      return `"${nameOf(row)}" has no flag ${name}; the scope is the first argument: ${nameOf(row)} ${value}`;
    }
    const long = row.flags.flatMap(({ names }) => names).filter((one) => one.startsWith('--'));
    const meant = didYouMean(name, long);
    return `"${nameOf(row)}" has no flag ${name}${meant === null ? '' : `; did you mean ${meant}?`}`;
  }
  if (name !== word) {
    return flag.value === 'none' ? `${name} takes no value, but "${word}" gives one` : null;
  }
  const isValue = next !== undefined && (next === '-' || !next.startsWith('-'));
  return flag.value === 'required' && !isValue ? `${name} needs a value` : null;
}

function argumentMistake(given: readonly string[], row: CommandRow): string | null {
  const required = row.arguments.filter((argument) => argument.required);
  if (given.length < required.length) {
    const what = required.length > 1 ? 'the arguments' : 'the argument';
    return `"${nameOf(row)}" needs ${what} ${required.map(({ name }) => `<${name}>`).join(' ')}`;
  }
  const extra = row.arguments.some(({ repeated }) => repeated) ? undefined : given[row.arguments.length];
  if (extra === undefined) return null;
  const flag = flagOf('--categories', row);
  const meant = flag === undefined ? '' : `; for a category, write --categories ${extra}`;
  // A text of several words that lacks its quotes.
  const isText = row.arguments.length > 1 && given.length > row.arguments.length + 1;
  const cure = isText ? '; put a text of several words in quotes' : meant;
  return `"${nameOf(row)}" takes no argument "${extra}"${cure}`;
}

function flagOf(name: string, { flags }: CommandRow) {
  return flags.find(({ names }) => names.includes(name));
}
