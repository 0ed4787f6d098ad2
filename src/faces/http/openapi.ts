import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { faultStatus } from '../../model/fault.ts';
import type { RoutedOperation } from '../../service/operation.ts';
import { exampleValues } from '../../service/operations/arguments.ts';
import { mediaTypes } from './accept.ts';
import { eventsPath } from './events-path.ts';
import { describeEvents } from './openapi-events.ts';
import { codesOf } from './problem-response.ts';
import { bareSchema, isInQuery, pathArguments, queryArguments } from './read-arguments.ts';

interface OpenApiOptions {
  readonly version: string;
  /** A scope that exists, so that trying a route out shows something. */
  readonly exampleScope: string | null;
  /** Callers have to bring a bearer token. */
  readonly login: boolean;
}

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the operations. */
export function openApiDocument(operations: readonly RoutedOperation[], options: OpenApiOptions): Json {
  const examples: Readonly<Record<string, string>> = {
    ...exampleValues,
    ...(options.exampleScope !== null && {
      scope_name: options.exampleScope,
      scope: options.exampleScope,
    }),
  };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `/api/v1${operation.http.path}`;
    paths[path] = { ...paths[path], [operation.http.method]: describe(operation, examples, options.login) };
  }
  const codes = [...(options.login ? [faultStatus.unauthorized] : []), faultStatus['not-acceptable']];
  const failures = Object.fromEntries(codes.map((code) => [code, problemResponse(code)]));
  paths[eventsPath] = { get: describeEvents(failures) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Precept API',
      version: options.version,
      summary: 'Rules, guidelines and procedures by scope, for coding agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [{ name: 'Precept' }],
    security: options.login ? [{ token: [] }] : [],
    paths,
    components: {
      schemas: { Problem: problemSchema() },
      ...(options.login && {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      }),
    },
  };
}

function describe(
  operation: RoutedOperation,
  examples: Readonly<Record<string, string>>,
  login: boolean,
): Json {
  const { method, status = 200, idempotencyKey } = operation.http;
  const fromPath = pathArguments(operation);
  const parameters = [...fromPath, ...queryArguments(operation)].map((name) =>
    parameter(operation, name, fromPath.includes(name), examples[name]),
  );
  const body = isInQuery(operation) ? null : requestBody(operation, fromPath);
  const failures = problemStatuses(operation, login).map((code) => [code, problemResponse(code)] as const);
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    tags: ['Precept'],
    parameters: idempotencyKey ? [...parameters, idempotencyKeyHeader] : parameters,
    ...(body && { requestBody: body }),
    responses: {
      [status]: success(operation),
      ...(method === 'get' && { 304: { description: 'Not changed: If-None-Match has the ETag' } }),
      ...Object.fromEntries(failures),
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

function sampleOf(entry: v.GenericSchema): unknown {
  const { type, options } = bareSchema(entry);
  if (type === 'boolean') return true;
  return type === 'number' ? v.getDefault(entry) : options?.[0];
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

function success(operation: RoutedOperation): Json {
  const content = operation.http.formats.map((format) => {
    const schema = format === 'json' ? schemaOf(operation.output) : { type: 'string' };
    return [mediaTypes[format].type, { schema }];
  });
  const text = { type: 'string' };
  return {
    description: operation.title,
    headers: {
      ...(operation.http.method === 'get' && { ETag: { description: 'Names this version', schema: text } }),
      'X-Request-Id': { description: 'Names the request in the log', schema: text },
      'X-Precept-Warning': { description: 'Query parameters that are not known here, if any', schema: text },
    },
    content: Object.fromEntries(content),
  };
}

/** Statuses that a route can fail with. */
function problemStatuses(operation: RoutedOperation, login: boolean): number[] {
  const { http, input } = operation;
  const names = Object.keys(input.entries);
  const unused: number[] = [faultStatus['method-not-allowed']];
  if (!login) unused.push(faultStatus.unauthorized);
  if (isInQuery(operation) || names.length === 0) {
    unused.push(faultStatus['payload-too-large'], faultStatus['unsupported-media-type']);
    unused.push(faultStatus['invalid-feedback']);
  }
  if (!http.path.includes('{') && !http.mayBeMissing) unused.push(faultStatus['not-found']);
  // What is ambiguous can be settled by naming its category.
  if (!names.includes('category')) unused.push(faultStatus['ambiguous-kata']);
  return [...new Set(Object.values(faultStatus))].filter((status) => !unused.includes(status));
}

function problemResponse(status: number): Json {
  return {
    description: `Problem: ${codesOf(status).join(', ')}`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function problemSchema(): Json {
  const text = { type: 'string' };
  const detail = { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } };
  return {
    type: 'object',
    description: 'RFC 9457 problem details',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: { type: 'string', format: 'uri', examples: ['urn:precept:problem:scope-not-found'] },
      title: text,
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(faultStatus) },
      detail: { type: 'string', description: 'What went wrong and what to do' },
      errors: { type: 'array', items: detail },
    },
  };
}

function schemaOf(schema: v.GenericSchema): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest;
}
