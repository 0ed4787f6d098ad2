import { Option, UsageError } from 'clipanion';
import { didYouMean } from '../../model/nearest.ts';

interface ChoiceOptions {
  /** What the flag is for, in words that its values follow. */
  readonly about?: string | undefined;
  /** Other words for a value. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** What the table of commands reads of an option beside what the parser knows. */
export interface WithChoices {
  readonly choices?: readonly string[];
}

/** A flag that takes one of some words. UsageError for any other. */
export function choiceOption<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  options: ChoiceOptions & { readonly initial: Choice },
): Choice;
export function choiceOption<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  options?: ChoiceOptions,
): Choice | undefined;
export function choiceOption<Choice extends string>(
  flag: string,
  choices: readonly Choice[],
  { about, aliases = {}, initial }: ChoiceOptions & { readonly initial?: Choice } = {},
): Choice | undefined {
  const words = choices.join(', ');
  const description = about === undefined ? `One of ${words}` : `${about}: ${words}`;
  // The parser's types say what an option gives, not what it is.
  const text = Option.String(flag, { description }) as unknown as Option.CommandOption<string | undefined>;
  const option = Option.makeCommandOption<Choice | undefined>({
    definition: text.definition,
    transformer(...given) {
      const value = text.transformer(...given);
      if (value === undefined) return initial;
      const found = choices.find((choice) => choice === (aliases[value] ?? value));
      if (found !== undefined) return found;
      const meant = didYouMean(value, choices);
      const hint = meant === null ? '' : `; did you mean "${meant}"?`;
      throw new UsageError(`${flag} takes one of ${words}, not "${value}"${hint}`);
    },
  });
  const chosen: WithChoices = { choices };
  return Object.assign(option as unknown as object, chosen) as unknown as typeof option;
}
