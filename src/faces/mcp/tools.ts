import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Operation } from '../../service/operation.ts';
import { operations } from '../../service/operations.ts';
import type { Service } from '../../service/service.ts';
import { callTool, type RawArguments } from './answer.ts';

/** Registers one tool for each operation that agents are offered, in the order of the table. */
export function registerTools(server: McpServer, service: () => Promise<Service>): void {
  for (const operation of operations) {
    if (operation.mcp === null) continue;
    const { readOnly, idempotent } = operation.mcp;
    server.registerTool(
      operation.name,
      {
        description: operation.description,
        inputSchema: inputSchemaOf(operation),
        annotations: {
          title: operation.title,
          readOnlyHint: readOnly,
          destructiveHint: false,
          idempotentHint: idempotent,
          openWorldHint: false,
        },
      },
      async (given) => callTool(operation, given as RawArguments, await service()),
    );
  }
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
    schema = lean(v.strictObject(entries, (issue) => refusal(issue, Object.keys(entries))));
    schemas.set(operation, schema);
  }
  return schema;
}

/** A schema that says what to send but takes everything: the operation checks it, with the errors of the other faces. */
function shownOnly(input: v.GenericSchema): StandardSchemaWithJSON {
  const { '~standard': standard } = lean(input);
  return {
    '~standard': { ...standard, validate: (value: unknown) => ({ value }) },
  } as StandardSchemaWithJSON;
}

/**
 * A schema whose JSON form says only what its reader cannot assume: the protocol's default is this dialect, and without
 * `required` nothing is.
 */
function lean(input: v.GenericSchema): StandardSchemaWithJSON {
  const { '~standard': standard } = toStandardJsonSchema(input) as StandardSchemaWithJSON;
  const { jsonSchema } = standard;
  const toJson: typeof jsonSchema.input = (options) => {
    const { $schema: _, required, ...rest } = jsonSchema.input(options);
    return Array.isArray(required) && required.length > 0 ? { ...rest, required } : rest;
  };
  return {
    '~standard': { ...standard, jsonSchema: { ...jsonSchema, input: toJson } },
  } as StandardSchemaWithJSON;
}

/** Valibot calls an unknown key "expected never"; an agent needs to know which there are. */
function refusal(issue: v.StrictObjectIssue, names: readonly string[]): string {
  if (issue.expected !== 'never') return issue.message;
  return `there is no such argument; this tool takes ${names.join(', ') || 'none'}`;
}
