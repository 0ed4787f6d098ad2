import { type CommandClass, Option, UsageError } from 'clipanion';
import * as v from 'valibot';
import type { Answer, Format } from '../../service/answer.ts';
import { ask } from '../../service/ask.ts';
import type { Operation } from '../../service/operation.ts';
import type { Service } from '../../service/service.ts';
import { BaseCommand } from './base-command.ts';
import type { CliContext } from './program.ts';

/** What an operation has answered on the command line. */
export interface Run {
  readonly service: Service;
  readonly answer: Answer;
  readonly format: Format;
}

/** The command of an operation; one that does more with the answer extends it. */
export abstract class AnsweringCommand extends BaseCommand {
  /** As given with `--format`. */
  format: string | undefined = undefined;

  /** Prints the answer. Settles with the exit code. */
  protected async finish({ answer, format }: Run): Promise<number> {
    this.printer.answer(await printed(answer, format), format !== 'markdown');
    return 0;
  }
}

export type AnsweringCommandClass = Pick<CommandClass<CliContext>, 'paths' | 'schema' | 'usage'> &
  (new () => AnsweringCommand & { execute(): Promise<number> });

/** The command of one operation: positional arguments, one flag for each other argument, and `--format`. */
export function operationCommand(operation: Operation): AnsweringCommandClass | null {
  const { cli } = operation;
  if (cli === null) return null;
  const { command, positional = [] } = cli;
  const formats = [...new Set<Format>(['markdown', 'json', 'yaml', ...(operation.http?.formats ?? [])])];

  return class OperationCommand extends AnsweringCommand {
    static override paths = [command.split(' ')];
    static override usage = BaseCommand.Usage({
      description: operation.title,
      details: operation.description,
    });

    override format = Option.String('--format', { description: `One of ${formats.join(', ')}` });

    constructor() {
      super();
      for (const name of positional)
        Object.assign(this, { [`argument_${name}`]: Option.String({ name, required: true }) });
      for (const [name, entry] of Object.entries(operation.input.entries)) {
        if (positional.includes(name)) continue;
        const flag = `--${name.replaceAll('_', '-')}`;
        const description = descriptionOf(entry);
        const option = isBoolean(entry)
          ? Option.Boolean(flag, { description })
          : Option.String(flag, { description });
        Object.assign(this, { [`argument_${name}`]: option });
      }
    }

    override async execute(): Promise<number> {
      const given = Object.entries(this).filter(
        ([field, value]) => field.startsWith('argument_') && value !== undefined,
      );
      const named = given.map(([field, value]) => [field.slice('argument_'.length), value]);
      const input = v.safeParse(operation.input, Object.fromEntries(named));
      if (!input.success) {
        throw new UsageError(
          input.issues.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`).join('; '),
        );
      }
      const format = chooseFormat(this.format ?? cli.format, formats);
      const service = await this.openService();
      return this.finish({ service, format, answer: await ask(operation, input.output, service) });
    }
  };
}

/** The format that `--format` names; anything but one of `formats` is wrong usage. */
export function chooseFormat(given: string, formats: readonly Format[]): Format {
  // A table is what people call the Markdown of `precept context`.
  const format = formats.find((name) => name === (given === 'table' ? 'markdown' : given));
  if (format !== undefined) return format;
  throw new UsageError(`--format takes one of ${formats.join(', ')}, not "${given}"`);
}

/** The text of an answer; what it has no text for is written from its data. */
export async function printed(answer: Answer, format: Format): Promise<string> {
  if (format === 'json') return JSON.stringify(answer.data, null, 2);
  if (answer.formats.includes(format)) return answer.text(format);
  const { yamlText } = await import('../../render/yaml-text.ts');
  return yamlText(answer.data);
}

function isBoolean(entry: v.GenericSchema): boolean {
  return 'wrapped' in entry ? isBoolean(entry.wrapped as v.GenericSchema) : entry.type === 'boolean';
}

function descriptionOf(entry: v.GenericSchema): string {
  return v.getDescription('wrapped' in entry ? (entry.wrapped as v.GenericSchema) : entry) ?? '';
}
