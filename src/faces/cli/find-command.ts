import type { CommandRow } from './command-table.ts';

/** What a command line names. */
export interface NamedCommand {
  readonly row: CommandRow | null;
  /** The words before any argument: the name of the command, or what was taken for one. */
  readonly words: readonly string[];
  /** All that stands beside the name of the command, in order. */
  readonly rest: readonly string[];
}

/** The command of a command line: the longest name that its words begin with, wherever its flags stand. */
export function findCommand(argv: readonly string[], table: readonly CommandRow[]): NamedCommand {
  const places = wordPlaces(argv, table);
  const words = places.map((place) => argv[place] as string);
  const named = table
    .filter(({ path }) => path.every((word, index) => word === words[index]))
    .filter(({ path }) => path.length > 0 || words.length === 0)
    .sort((a, b) => b.path.length - a.path.length)[0];
  const taken = new Set(places.slice(0, named?.path.length ?? 0));
  return { row: named ?? null, words, rest: argv.filter((_, index) => !taken.has(index)) };
}

/** Where the words stand that are neither flags nor the values of flags, up to `--`. */
function wordPlaces(argv: readonly string[], table: readonly CommandRow[]): number[] {
  const takesValue = new Set(
    table.flatMap(({ flags }) =>
      flags.filter(({ value }) => value === 'required').flatMap(({ names }) => names),
    ),
  );
  const places: number[] = [];
  for (let index = 0; index < argv.length && argv[index] !== '--'; index++) {
    const word = argv[index] as string;
    if (!word.startsWith('-')) places.push(index);
    else if (takesValue.has(word)) index++;
  }
  return places;
}

/** The commands of a group, like those that begin with `tenka`. */
export function commandsOf(group: string | undefined, table: readonly CommandRow[]): CommandRow[] {
  return table.filter(({ path }) => path.length > 1 && path[0] === group);
}
