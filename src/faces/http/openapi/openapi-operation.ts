import * as v from 'valibot';
import type { RoutedOperation } from '../../../service/operation.ts';
import { mediaTypes } from '../accept.ts';
import { bareSchema, isInQuery, pathArguments, queryArguments } from '../routes/read-arguments.ts';
import type { RouteExamples } from './api-example.ts';
import { answerExamples, examplesOf } from './openapi-examples.ts';
import { failures, type RouteOptions, responseHeaders, wordsOf } from './openapi-parts.ts';
import { type Json, schemaOf } from './openapi-schema.ts';
import { routeWords } from './openapi-words.ts';

/** An operation with a route, as OpenAPI describes it. */
export function describeOperation(operation: RoutedOperation, options: RouteOptions): Json {
  const { method, status = 200, idempotencyKey } = operation.http;
  const words = routeWords[operation.name] ?? { group: 'Servers', summary: operation.title };
  const values = options.example.of(operation);
  const fromPath = pathArguments(operation);
  const parameters = [...fromPath, ...queryArguments(operation)].map((name) =>
    parameter(operation, name, fromPath.includes(name), values[name]),
  );
  const body = isInQuery(operation) ? null : requestBody(operation, fromPath);
  const examples = examplesOf(operation.name);
  return {
    operationId: operation.name,
    ...wordsOf(words, operation.description, options),
    parameters: idempotencyKey ? [...parameters, idempotencyKeyHeader] : parameters,
    ...(body && { requestBody: body }),
    responses: {
      [status]: success(operation, examples, options),
      ...(method === 'get' && { 304: { description: 'Not changed: If-None-Match has the ETag' } }),
      ...failures(examples, options),
    },
  };
}

/** As draft-ietf-httpapi-idempotency-key-header has it. */
const idempotencyKeyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the request, so that sending it again does nothing more: 1 to 200 visible ASCII characters',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    examples: ['5f0c1d7e-2a8b-4c55-9a53-0d1f2b7c9e11'],
  },
};

function parameter(
  operation: RoutedOperation,
  name: string,
  inPath: boolean,
  example: string | undefined,
): Json {
  const entry = operation.input.entries[name] as v.GenericSchema;
  const { description = toWords(name), ...schema } = schemaOf(entry);
  const sample = example ?? sampleOf(entry);
  const isNeeded = inPath || entry.type !== 'optional';
  const isShown = isNeeded || operation.http.oneOf?.[0] === name;
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: isNeeded,
    description,
    // Docs pages fill in `example` when a route is tried out: right where a value is needed, a nuisance elsewhere.
    schema: isShown || sample === undefined ? schema : { ...schema, examples: [sample] },
    ...(isShown && sample !== undefined && { example: sample }),
  };
}

/** `include_inactive` as "Include inactive". */
function toWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Shown where a number has no value of its own. */
const anyNumber = 1000;

function sampleOf(entry: v.GenericSchema): unknown {
  const { type, options } = bareSchema(entry);
  if (type === 'boolean') return true;
  return type === 'number' ? (v.getDefault(entry) ?? anyNumber) : options?.[0];
}

function requestBody(operation: RoutedOperation, fromPath: readonly string[]): Json | null {
  const schema = schemaOf(operation.input) as { properties?: Json; required?: string[] };
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !fromPath.includes(name));
  if (properties.length === 0) return null;
  const required = (schema.required ?? []).filter((name) => !fromPath.includes(name));
  const examples = Object.entries(operation.http.examples ?? {}).map(([name, value]) => [name, { value }]);
  return {
    required: true,
    content: {
      'application/json': {
        schema: { ...schema, properties: Object.fromEntries(properties), required },
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  };
}

function success(operation: RoutedOperation, examples: RouteExamples, { login }: RouteOptions): Json {
  const { status = 200, formats, method } = operation.http;
  const content = formats.map((format) => {
    const { type } = mediaTypes[format];
    const schema = format === 'json' ? schemaOf(operation.output) : { type: 'string' };
    return [type, { schema, ...answerExamples(examples, { status, type, login }) }];
  });
  return {
    description: operation.title,
    headers: {
      ...responseHeaders({ isTagged: method === 'get' }),
      'X-Precept-Warning': {
        description: 'Query parameters that are not known here, if any',
        schema: { type: 'string' },
      },
    },
    content: Object.fromEntries(content),
  };
}
