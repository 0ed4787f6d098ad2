import { UsageError } from 'clipanion';
import { didYouMean } from '../../../model/text/nearest.ts';
import { parsedOption } from './parsed-option.ts';

/** The formats of a command that prints facts: for people, and for programs. */
export const factFormats = ['text', 'json'] as const;
export type FactFormat = (typeof factFormats)[number];

interface ChoiceOptions {
  /** What the flag is for, in words that its values follow. */
  readonly about: string;
  /** What to do without the right word. */
  readonly otherwise?: string;
  /** Other words for a value. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A flag that takes one of some words; undefined where it is not given. UsageError for any other word. */
export function choiceOption<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  { about, aliases = {} }: ChoiceOptions,
): Choice | undefined {
  const words = choices.join(', ');
  return parsedOption([flag], {
    description: `${about}: ${words}`,
    choices,
    parse: (text) => chosen(flag, choices, text, aliases),
  });
}

/** A flag that takes some of some words, with commas between them; undefined where it is not given. UsageError for any other word. */
export function choicesOption<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  { about, otherwise }: Pick<ChoiceOptions, 'about' | 'otherwise'>,
): readonly Choice[] | undefined {
  return parsedOption([flag], {
    description: `${about}: ${choices.join(', ')}`,
    choices,
    parse: (text) => [
      ...new Set(text.split(',').map((word) => chosen(flag, choices, word.trim(), {}, otherwise))),
    ],
  });
}

function chosen<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  text: string,
  aliases: Readonly<Record<string, string>> = {},
  otherwise?: string,
): Choice {
  const found = choices.find((choice) => choice === (aliases[text] ?? text));
  if (found !== undefined) return found;
  const meant = didYouMean(text, choices);
  const rest = otherwise === undefined ? '' : `; ${otherwise}`;
  const hint = meant === null ? rest : `; did you mean "${meant}"?`;
  throw new UsageError(`${flag} takes one of ${choices.join(', ')}, not "${text}"${hint}`);
}

/** The flag `--format` of a command, which prints the first of the formats without it. */
export function formatOption<Format extends string>(
  formats: readonly Format[],
  aliases: Readonly<Record<string, string>> = {},
): Format | undefined {
  return choiceOption('--format', formats, {
    about: `Format of what is printed, ${formats[0]} unless given`,
    aliases,
  });
}
