import type { CommandLine } from '../command-line.ts';
import type { CommandRow } from '../command-table.ts';

/** What a command line names. */
export interface NamedCommand<Row extends CommandLine = CommandRow> {
  readonly row: Row | null;
  /** The words before any argument: the name of the command, or what was taken for one. */
  readonly words: readonly string[];
  /** All that stands beside the name of the command, in order. */
  readonly rest: readonly string[];
}

/** The command of a command line: the longest name that its words begin with, wherever its flags stand. */
export function findCommand<Row extends CommandLine>(
  argv: readonly string[],
  table: readonly Row[],
): NamedCommand<Row> {
  const places = wordPlaces(argv, table);
  const words = places.map((place) => argv[place] as string);
  const named = table
    .filter(({ path }) => path.every((word, index) => word === words[index]))
    .filter(({ path }) => path.length > 0 || words.length === 0)
    .sort((a, b) => b.path.length - a.path.length)[0];
  const taken = new Set(places.slice(0, named?.path.length ?? 0));
  return { row: named ?? null, words, rest: argv.filter((_, index) => !taken.has(index)) };
}

/**
 * Where the words stand that are neither flags nor the values of flags, up to `--`, or up to the end of a command's name that no
 * other goes on with.
 */
function wordPlaces(argv: readonly string[], table: readonly CommandLine[]): number[] {
  const places: number[] = [];
  let possible = table;
  let takingValue: ReadonlySet<string> | undefined;
  for (let index = 0; index < argv.length && argv[index] !== '--'; index++) {
    const word = argv[index] as string;
    if (word.startsWith('-')) {
      takingValue ??= flagsWithValue(table);
      if (takingValue.has(word)) index++;
      continue;
    }
    possible = possible.filter(({ path }) => path[places.length] === word);
    places.push(index);
    if (possible.length === 1 && possible[0]?.path.length === places.length) break;
  }
  return places;
}

function flagsWithValue(table: readonly CommandLine[]): ReadonlySet<string> {
  return new Set(
    table.flatMap(({ flags }) =>
      flags.filter(({ value }) => value === 'required').flatMap(({ names }) => names),
    ),
  );
}

/** The commands of a group, like those that begin with `tenka`. */
export function commandsOf(group: string | undefined, table: readonly CommandRow[]): CommandRow[] {
  return table.filter(({ path }) => path.length > 1 && path[0] === group);
}
