import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { faultStatus } from '../../../model/fault.ts';

export type Json = Record<string, unknown>;

/** The JSON Schema of what goes into a valibot schema. */
export function schemaOf(schema: v.GenericSchema): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest;
}

/** The JSON Schema of every problem. */
export function problemSchema(): Json {
  const text = { type: 'string' };
  const detail = { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } };
  const statuses = [...new Set<number>(Object.values(faultStatus))];
  return {
    type: 'object',
    description: 'RFC 9457 problem details',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: { type: 'string', format: 'uri', examples: ['urn:precept:problem:scope-not-found'] },
      title: { ...text, examples: ['Scope not found'] },
      status: { type: 'integer', enum: statuses, examples: [404] },
      code: { type: 'string', enum: Object.keys(faultStatus), examples: ['scope-not-found'] },
      detail: { type: 'string', description: 'What went wrong and what to do' },
      errors: { type: 'array', items: detail },
    },
  };
}
