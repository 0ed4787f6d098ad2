import type { McpServer, StandardSchemaWithJSON, Tool } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import type { Operation } from '../../../service/operation.ts';
import { operations } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { offeredTools } from '../../../service/tasks/offered-tools.ts';
import { callTool, type RawArguments } from '../call-tool.ts';
import { listedTool } from './listed-tool.ts';
import { plainArguments, toolArguments, withAdvice } from './tool-arguments.ts';

/** Registers one tool for each operation that agents may be offered; which of them are listed is found out when they are. */
export function registerTools(server: McpServer, service: () => Promise<Service>): void {
  for (const operation of operations) {
    if (operation.mcp === null) continue;
    server.registerTool(operation.name, { inputSchema: inputSchemaOf(operation) }, async (given) =>
      callTool(operation, given as RawArguments, await service()),
    );
  }
  server.server.setRequestHandler('tools/list', async () => {
    const offered = await offeredTools(operations, await service());
    return { tools: offered.map(toolOf) };
  });
}

/** The tool of an operation as it is listed. */
export function toolOf(operation: Operation): Tool {
  return listedTool(operation, inputSchemaOf(operation));
}

const schemas = new WeakMap<Operation, StandardSchemaWithJSON>();

/** The tool's arguments as the SDK takes them. Made once. */
function inputSchemaOf(operation: Operation): StandardSchemaWithJSON {
  let schema = schemas.get(operation);
  if (schema === undefined) {
    const { '~standard': made } = toStandardJsonSchema(toolArguments(operation)) as StandardSchemaWithJSON;
    // A tool with arguments of its own says what to send but takes everything.
    const isChecked = operation.mcp?.input === undefined;
    const validate = async (value: unknown) => {
      const plain = plainArguments(value);
      const read = isChecked ? await made.validate(plain) : { value: plain };
      return read.issues === undefined ? read : { issues: withAdvice(read.issues, plain) };
    };
    schema = { '~standard': { ...made, validate } } as StandardSchemaWithJSON;
    schemas.set(operation, schema);
  }
  return schema;
}
