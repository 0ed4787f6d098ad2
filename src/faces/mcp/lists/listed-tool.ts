import type { StandardSchemaWithJSON, Tool } from '@modelcontextprotocol/server';
import type { Operation } from '../../../service/operation.ts';

/** Characters of a result that hosts are asked to let through whole: the most that can be asked for. */
const maxResultSize = 500_000;

const tools = new WeakMap<Operation, Tool>();

/**
 * The tool of an operation as `tools/list` has it, without what its readers can assume: agents pay for each word of it in
 * every conversation. Made once.
 */
export function listedTool(operation: Operation, input: StandardSchemaWithJSON): Tool {
  const known = tools.get(operation);
  if (known !== undefined) return known;
  const { name, title, description, mcp } = operation;
  const { readOnly = false, idempotent = false, alwaysLoad, mayBeLong } = mcp ?? {};
  const tool = {
    name,
    description,
    inputSchema: leanSchema(input),
    annotations: {
      title,
      readOnlyHint: readOnly,
      // Of a tool that only reads it means nothing.
      ...(!readOnly && { destructiveHint: false }),
      idempotentHint: idempotent,
      openWorldHint: false,
    },
    ...((alwaysLoad || mayBeLong) && {
      _meta: {
        ...(alwaysLoad && { 'anthropic/alwaysLoad': true }),
        ...(mayBeLong && { 'anthropic/maxResultSizeChars': maxResultSize }),
      },
    }),
  };
  tools.set(operation, tool);
  return tool;
}

/** The JSON Schema of arguments in the protocol's own dialect, which need not be named, without empty lists and defaults. */
function leanSchema(input: StandardSchemaWithJSON): Tool['inputSchema'] {
  const { jsonSchema } = input['~standard'];
  const { $schema: _, required, properties, ...rest } = jsonSchema.input({ target: 'draft-2020-12' });
  const own = Object.entries((properties ?? {}) as Record<string, { readonly default?: unknown }>);
  const lean = own.map(([name, { default: __, ...schema }]) => [name, schema]);
  const needed = Array.isArray(required) && required.length > 0 ? { required } : {};
  return { ...rest, properties: Object.fromEntries(lean), ...needed } as Tool['inputSchema'];
}
