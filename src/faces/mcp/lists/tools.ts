import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Operation } from '../../../service/operation.ts';
import { operations } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { offeredTools } from '../../../service/tasks/offered-tools.ts';
import { callTool, type RawArguments } from '../answer.ts';
import { listedTool } from './listed-tool.ts';

/** Registers one tool for each operation that agents may be offered; which of them are listed is found out when they are. */
export function registerTools(server: McpServer, service: () => Promise<Service>): void {
  for (const operation of operations) {
    if (operation.mcp === null) continue;
    server.registerTool(operation.name, { inputSchema: inputSchemaOf(operation) }, async (given) =>
      callTool(operation, given as RawArguments, await service()),
    );
  }
  server.server.setRequestHandler('tools/list', async () => {
    const offered = await offeredTools(await service());
    return { tools: offered.map((operation) => listedTool(operation, inputSchemaOf(operation))) };
  });
}

const schemas = new WeakMap<Operation, StandardSchemaWithJSON>();

/** The tool's arguments: those of the operation without the hidden ones, `scope_name` optional. Built once. */
function inputSchemaOf(operation: Operation): StandardSchemaWithJSON {
  let schema = schemas.get(operation);
  if (schema === undefined && operation.mcp?.input !== undefined) {
    schema = shownOnly(operation.mcp.input);
    schemas.set(operation, schema);
  }
  if (schema === undefined) {
    const hidden = operation.mcp?.hide ?? [];
    const entries = Object.fromEntries(
      Object.entries(operation.input.entries)
        .filter(([name]) => !hidden.includes(name))
        .map(([name, entry]) => [name, name === 'scope_name' ? v.optional(entry as v.GenericSchema) : entry]),
    );
    schema = toStandardJsonSchema(
      v.strictObject(entries, (issue) => refusal(issue, Object.keys(entries))),
    ) as StandardSchemaWithJSON;
    schemas.set(operation, schema);
  }
  return schema;
}

/** A schema that says what to send but takes everything: the operation checks it, with the errors of the other faces. */
function shownOnly(input: v.GenericSchema): StandardSchemaWithJSON {
  const { '~standard': standard } = toStandardJsonSchema(input) as StandardSchemaWithJSON;
  return {
    '~standard': { ...standard, validate: (value: unknown) => ({ value }) },
  } as StandardSchemaWithJSON;
}

/** Valibot calls an unknown key "expected never"; an agent needs to know which there are. */
function refusal(issue: v.StrictObjectIssue, names: readonly string[]): string {
  if (issue.expected !== 'never') return issue.message;
  return `there is no such argument; this tool takes ${names.join(', ') || 'none'}`;
}
