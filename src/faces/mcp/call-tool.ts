import type { CallToolResult } from '@modelcontextprotocol/server';
import { Fault, toFault } from '../../model/fault.ts';
import type { Answer } from '../../service/answer.ts';
import { ask } from '../../service/ask.ts';
import type { Operation } from '../../service/operation.ts';
import { operations } from '../../service/operations.ts';
import type { Service } from '../../service/service.ts';
import { countReads } from '../../service/tasks/count-reads.ts';
import { isOffered } from '../../service/tasks/offered-tools.ts';

/** Arguments of an operation as an agent gave them: no defaults filled in yet. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** An answer with what it was asked, and what is to be said before it. */
interface Run {
  readonly answer: Answer;
  readonly input: Readonly<Record<string, unknown>>;
  readonly note: string;
}

/**
 * The answer of one operation. Where the operation wants a scope and none is named, the default scope is used and a note
 * says so. Faults are thrown.
 */
export async function runOperation(
  operation: Operation,
  given: RawArguments,
  service: Service,
): Promise<Run> {
  const input: Record<string, unknown> = operation.mcp?.toInput?.(given) ?? {
    ...defaultsOf(operation),
    ...given,
  };
  if (input.scope_name === '')
    throw new Fault(
      'invalid-scope-name',
      '"" cannot be a scope name: leave scope_name out for the default scope, or give one (list_scopes names them).',
    );
  let note = '';
  if ('scope_name' in operation.input.entries && input.scope_name === undefined) {
    const scope = service.config.settings.default_scope;
    if (scope === null) {
      if ((await service.scopes()).names.length === 0)
        throw new Fault('invalid-parameter', `There are no scopes: ${service.whyEmpty()}.`);
      throw new Fault(
        'invalid-parameter',
        'No scope_name was given and there is no default scope. Give one (list_scopes names them), or set default_scope in the settings file or PRECEPT_DEFAULT_SCOPE.',
      );
    }
    input.scope_name = scope;
    note = `> **Note:** Using default scope: \`${scope}\`\n\n`;
  }
  return { answer: await ask(operation, input, service), input, note };
}

/** The tool result of one operation; every fault becomes one line that the agent can act on. */
export async function callTool(
  operation: Operation,
  given: RawArguments,
  service: Service,
): Promise<CallToolResult> {
  try {
    if (!isOffered(operation, service)) throw notOffered(operation);
    const { answer, input, note } = await runOperation(operation, given, service);
    const shorter = await shorterAnswer(operation, answer, input, service);
    if (shorter === null) countReads(service, operation, input, answer, 'mcp');
    const text = shorter === null ? answer.markdown(note) : shorter.answer.markdown(shorter.note + note);
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    const fault = toFault(error);
    if (fault.code === 'internal') service.log.error(`${operation.name}: ${describe(fault.cause ?? error)}`);
    return { isError: true, content: [{ type: 'text', text: fault.message }] };
  }
}

/** What stands in for an answer that is too long: that of another operation to the same arguments; null where it is not. */
async function shorterAnswer(
  { mcp }: Operation,
  long: Answer,
  given: RawArguments,
  service: Service,
): Promise<{ readonly note: string; readonly answer: Answer } | null> {
  const note = mcp?.instead?.note(long, service) ?? null;
  const operation = operations.find(({ name }) => name === mcp?.instead?.operation);
  if (note === null || operation === undefined) return null;
  const shared = Object.entries(given).filter(([name]) => name in operation.input.entries);
  return { note, answer: await ask(operation, Object.fromEntries(shared), service) };
}

function notOffered({ name }: Operation): Fault {
  return new Fault(
    'invalid-parameter',
    `This server does not offer the tool ${name}: its setting mcp_tools leaves it out. Use the tools that are listed.`,
  );
}

/** What of an unexpected error goes to the log. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const defaults = new WeakMap<Operation, RawArguments>();

/** The values of the optional arguments that have one when left out. */
function defaultsOf(operation: Operation): RawArguments {
  const known = defaults.get(operation);
  if (known !== undefined) return known;
  const entries = Object.entries(operation.input.entries).flatMap(([name, entry]): [string, unknown][] =>
    'default' in entry && entry.default !== undefined ? [[name, entry.default]] : [],
  );
  const found: RawArguments = Object.fromEntries(entries);
  defaults.set(operation, found);
  return found;
}
