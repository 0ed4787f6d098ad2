import { type CommandClass, Option, UsageError } from 'clipanion';
import * as v from 'valibot';
import { toFlag } from '../../../config/setting-flags.ts';
import type { Answer, Format } from '../../../service/answer.ts';
import { ask } from '../../../service/ask.ts';
import type { Operation } from '../../../service/operation.ts';
import { listArguments } from '../../../service/operations/shapes/arguments.ts';
import type { Service } from '../../../service/service.ts';
import { countReads } from '../../../service/tasks/count-reads.ts';
import { BaseCommand } from '../base-command.ts';
import type { Printer } from '../printer.ts';
import type { CliContext } from '../program.ts';
import { choiceOption, formatOption } from '../words/choice-option.ts';
import { summaryOf, wordsOf } from '../words/command-words.ts';
import { parsedOption } from '../words/parsed-option.ts';
import { asUsage, UsageMistake } from '../words/usage-mistake.ts';
import { takeScope, whyNothing } from './parts/take-scope.ts';

/** The formats that every answer has. */
export const textFormats: readonly Format[] = ['markdown', 'json', 'yaml'];

/** What an operation has answered on the command line. */
export interface Run {
  readonly service: Service;
  readonly answer: Answer;
  readonly format: Format;
}

/** The command of an operation; one that does more with the answer extends it. */
export abstract class AnsweringCommand extends BaseCommand {
  /** As given with `--format`. */
  format: Format | undefined = undefined;

  /** Whether answers are for people alone, and not guidance that has to arrive as it is. */
  protected readonly isReport: boolean = false;

  /** Prints the answer. Settles with the exit code. */
  protected async finish({ answer, format }: Run): Promise<number> {
    await this.show(answer, format);
    return this.isNothing(answer) ? 1 : 0;
  }

  /** Prints the text of an answer; on a terminal, with tables that people can read. */
  protected async show(answer: Answer, format: Format): Promise<void> {
    const text = await printed(answer, format);
    const { stdout } = this.context.world;
    if (format !== 'markdown') {
      this.printer.answer(text, true);
      return;
    }
    const write = this.isReport ? this.printer.report : this.printer.answer;
    if (stdout.isTTY !== true) {
      write(text, false);
      return;
    }
    const { alignTables } = await import('./parts/align-tables.ts');
    // A terminal that does not know its width says 0.
    write(alignTables(text, stdout.columns || 80), false);
  }

  /** Whether the answer is that there is nothing. */
  protected isNothing(_answer: Answer): boolean {
    return false;
  }
}

export type AnsweringCommandClass = Pick<CommandClass<CliContext>, 'paths' | 'schema' | 'usage'> &
  (new () => AnsweringCommand & { execute(): Promise<number> });

/** The command of one operation: positional arguments, one flag for each other argument, and `--format`. */
export function operationCommand(operation: Operation): AnsweringCommandClass | null {
  const { cli } = operation;
  if (cli === null) return null;
  const { command, positional = [], words, details = operation.description } = cli;
  const formats = [...new Set([...textFormats, ...(operation.http?.formats ?? [])])];

  return class OperationCommand extends AnsweringCommand {
    static override paths = [command.split(' ')];
    static override usage = BaseCommand.Usage({
      description: summaryOf(command) || operation.title,
      details,
    });

    // A table is what people call the Markdown of `precept context`.
    override format = formatOption(formats, { table: 'markdown' });

    protected override readonly isReport: boolean = operation.mcp === null;

    protected override isNothing({ data, presentation }: Answer): boolean {
      return cli?.isNothing?.(data, presentation) ?? false;
    }

    constructor() {
      super();
      for (const name of positional)
        Object.assign(this, {
          [`argument_${name}`]: Option.String({ name, required: name !== scopeArgument }),
        });
      if (words !== undefined) Object.assign(this, { words: Option.Rest({ name: 'words' }) });
      for (const [name, entry] of Object.entries(operation.input.entries)) {
        if (positional.includes(name) || name === words?.argument) continue;
        if (name === scopeArgument && words !== undefined) continue;
        const flag = toFlag(name);
        Object.assign(this, { [`argument_${name}`]: optionOf(name, entry, wordsOf(command, flag)) });
      }
    }

    override async execute(): Promise<number> {
      const service = await this.openService();
      try {
        return await this.answer(service, givenTo(this));
      } finally {
        await service.close();
      }
    }

    /** The arguments that are given by words. */
    private async ofWords(service: Service, given: Readonly<Record<string, unknown>>): Promise<object> {
      if (words === undefined) return {};
      const spoken = 'words' in this ? (this.words as readonly string[]) : [];
      const rest = await takeScope(spoken, operation, given, service, this.printer);
      return { ...rest.scope, ...(rest.words.length > 0 && { [words.argument]: rest.words.join(' ') }) };
    }

    private async answer(service: Service, given: Readonly<Record<string, unknown>>): Promise<number> {
      const named: Record<string, unknown> = { ...given, ...(await this.ofWords(service, given)) };
      const flagOf = (name: string) =>
        name in named && !positional.includes(name) ? toFlag(name) : undefined;
      if (positional.includes(scopeArgument) && named[scopeArgument] === undefined)
        named[scopeArgument] = defaultScope(service, { command, positional }, this.printer);
      if (typeof named.files === 'string') {
        const { fromProject } = await import('./parts/from-project.ts');
        named.files = await fromProject(named.files, this.context.world.cwd, service.config.checkout);
      }
      const input = v.safeParse(operation.input, named);
      if (!input.success) {
        const mistakes = input.issues.map((issue) => {
          const name = v.getDotPath(issue) ?? '';
          if (!(name in named) && !positional.includes(name)) return `${toFlag(name)} is missing`;
          return `${flagOf(name) ?? `<${name}>`}: ${issue.message}`;
        });
        throw new UsageError(mistakes.join('; '));
      }
      const format = this.format ?? cli?.format ?? 'markdown';
      const answer = await ask(operation, input.output, service).catch((error: unknown) => {
        throw asUsage(error, flagOf);
      });
      countReads(service, operation, input.output, answer, 'cli');
      return this.finish({ service, format, answer });
    }
  };
}

/** The arguments that a command line gives, by name. */
function givenTo(command: object): Record<string, unknown> {
  const given = Object.entries(command).flatMap(([field, value]) =>
    // A flag that may be repeated gives a list, of texts that may be lists with commas themselves.
    field.startsWith('argument_') && value !== undefined
      ? [[field.slice('argument_'.length), Array.isArray(value) ? value.join() : value]]
      : [],
  );
  return Object.fromEntries(given);
}

/** The argument that a setting stands in for. */
const scopeArgument = 'scope_name';

/** The scope that the settings name for a command line that names none; UsageError where they name none either. */
export function defaultScope(
  service: Service,
  { command, positional }: { readonly command: string; readonly positional: readonly string[] },
  printer: Printer,
): string {
  const { default_scope: scope } = service.config.settings;
  if (scope !== null) {
    printer.note(`precept: no scope is given, so this is about the default_scope "${scope}"`);
    return scope;
  }
  const what = positional.length > 1 ? 'the arguments' : 'the argument';
  throw new UsageMistake(
    `"precept ${command}" needs ${what} ${positional.map((name) => `<${name}>`).join(' ')}`,
    whyNothing(service) ?? 'Without a scope, the command takes the scope of the setting default_scope.',
  );
}

function wholeNumber(text: string, flag: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} takes a whole number, not "${text}"`);
}

/** The text of an answer; what it has no text for is written from its data. */
export async function printed(answer: Answer, format: Format): Promise<string> {
  if (format === 'json') return JSON.stringify(answer.data, null, 2);
  if (answer.formats.includes(format)) return answer.text(format);
  const { yamlText } = await import('../../../render/yaml-text.ts');
  return yamlText(answer.data);
}

/** What holds several values may be repeated; what takes any text is a text flag; `true` and `false` are a flag and none, and a list of words is a choice. */
function optionOf(name: string, entry: v.GenericSchema, description: string): unknown {
  const flag = toFlag(name);
  if (listArguments.has(name)) return Option.Array(flag, { description });
  const schema = 'wrapped' in entry ? (entry.wrapped as v.GenericSchema) : entry;
  if (schema.type === 'number') return parsedOption([flag], { description, parse: wholeNumber });
  if (schema.type === 'boolean') return Option.Boolean(flag, { description });
  const choices = 'options' in schema ? (schema.options as readonly string[]) : null;
  return choices === null
    ? Option.String(flag, { description })
    : choiceOption(flag, choices, { about: description });
}
