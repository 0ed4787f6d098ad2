import { Option } from 'clipanion';

/** What the table of commands reads of an option beside what the parser knows. */
export interface WithChoices {
  readonly choices?: readonly string[] | undefined;
}

interface ParsedOptions<Value> extends WithChoices {
  readonly description: string;
  readonly hidden?: boolean;
  /** Reads the text behind the flag, and the name by which the flag was typed; UsageError for a text that is none. */
  readonly parse: (text: string, typed: string) => Value;
}

/** A flag whose value is read with the command line, before anything runs; undefined where it is not given. */
export function parsedOption<Value>(
  names: readonly string[],
  { description, hidden = false, choices, parse }: ParsedOptions<Value>,
): Value | undefined {
  // The parser's types say what an option gives, not what it is.
  const text = Option.String(names.join(), { description, hidden }) as unknown as Option.CommandOption<
    string | undefined
  >;
  const option = Option.makeCommandOption<Value | undefined>({
    definition: text.definition,
    transformer(builder, key, state, context) {
      const given = text.transformer(builder, key, state, context);
      const typed = state.options.findLast(({ name }) => names.includes(name))?.name ?? '';
      return given === undefined ? undefined : parse(given, typed);
    },
  });
  const row: WithChoices = { choices };
  return Object.assign(option as unknown as object, row) as unknown as Value | undefined;
}
