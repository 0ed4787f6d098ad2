import { completable, type McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Operation } from '../../../service/operation.ts';
import { named } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { orProtocolError, promptText } from '../answer.ts';
import { completeCategories, completeKata, completeKataCategory, completeScope } from './complete.ts';
import { refusal } from './tool-arguments.ts';

type Complete = (typed: string, given: Readonly<Record<string, string>>) => Promise<string[]>;

/** Registers the prompts a person can pick in the host. */
export function registerPrompts(
  server: McpServer,
  service: () => Promise<Service>,
  review: ReviewText | null = null,
): void {
  if (review !== null) registerReview(server, service, review);
  const scope = argument('Scope; the default scope when left out', async (typed) =>
    completeScope(await service(), typed),
  );

  register(server, {
    name: 'apply_scope_rules',
    title: 'Apply the rules of a scope',
    description: 'Puts the rules of a scope before the agent.',
    arguments: {
      scope_name: scope(),
      categories: argument('Comma-separated categories; all when left out', async (typed, given) =>
        completeCategories(await service(), typed, given.scope_name),
      )(),
    },
    operation: named.getRules,
    intro:
      'Follow these rules in all that you do next. MUST is mandatory; SHOULD is advice to follow unless there is a reason not to.',
    service,
  });
  register(server, {
    name: 'follow_kata',
    title: 'Follow a kata',
    description: 'Puts the steps of one kata before the agent.',
    arguments: {
      kata_name: argument('Name of the kata', async (typed, given) =>
        completeKata(await service(), typed, given),
      )({
        required: true,
      }),
      scope_name: scope(),
      category: argument('Its category, where several have that name', async (typed, given) =>
        completeKataCategory(await service(), typed, given),
      )(),
    },
    operation: named.getKata,
    intro: 'Follow these steps in order. Say which step you are at, and do not skip one.',
    service,
  });
}

/** Says what an agent is to judge a change by: a range of git, or what the work tree changed. Only where the server runs beside the work tree. */
export type ReviewText = (range: string | undefined) => Promise<string>;

function registerReview(server: McpServer, service: () => Promise<Service>, review: ReviewText): void {
  const range = v.pipe(
    v.string(),
    v.description('A range of git, like main...HEAD; what the work tree changed when left out'),
  );
  const about = {
    title: 'Review a change',
    description: 'Puts the rules for a change before the agent, with its files and how to report.',
    argsSchema: withShape(v.strictObject({ range: v.optional(range) }, refusal('prompt', ['range']))),
  };
  server.registerPrompt('review_change', about, async (given) => {
    const asked = (given as { readonly range?: string }).range?.trim();
    const text = await orProtocolError('review_change', await service(), () => review(asked || undefined));
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

interface PromptRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: v.ObjectEntries;
  readonly operation: Operation;
  readonly intro: string;
  readonly service: () => Promise<Service>;
}

function register(server: McpServer, row: PromptRow): void {
  const { name, title, description, operation, intro } = row;
  const argsSchema = withShape(v.strictObject(row.arguments, refusal('prompt', Object.keys(row.arguments))));
  server.registerPrompt(name, { title, description, argsSchema }, async (given) => {
    const service = await row.service();
    const text = await promptText(operation, given as Record<string, unknown>, service, `${intro}\n\n`);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

/** A text argument with completion; a new schema each time, because the SDK marks the schema it is given. */
function argument(description: string, complete: Complete) {
  return ({ required = false } = {}): v.GenericSchema => {
    const text = v.pipe(v.string(), v.description(description));
    const schema: v.GenericSchema = required ? text : v.optional(text);
    return completable(schema as v.GenericSchema<string>, (typed = '', context) =>
      complete(typed, context?.arguments ?? {}),
    );
  };
}

/** The SDK looks for the arguments' own schemas under `shape`; without it, it completes nothing. */
function withShape(
  schema: v.StrictObjectSchema<v.ObjectEntries, v.ErrorMessage<v.StrictObjectIssue>>,
): StandardSchemaWithJSON {
  return Object.assign(toStandardJsonSchema(schema), {
    shape: schema.entries,
  }) as unknown as StandardSchemaWithJSON;
}
