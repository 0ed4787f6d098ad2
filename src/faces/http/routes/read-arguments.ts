import * as v from 'valibot';
import { Fault, type FaultDetail } from '../../../model/fault.ts';
import { meantInstead } from '../../../model/text/nearest.ts';
import type { RoutedOperation } from '../../../service/operation.ts';
import { listArguments } from '../../../service/operations/shapes/arguments.ts';
import { toHeaderText } from '../guard/headers.ts';

type AnySchema = v.GenericSchema & { readonly wrapped?: AnySchema; readonly options?: readonly unknown[] };

const truths: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Names of the arguments that a route takes from its path. */
export function pathArguments(operation: RoutedOperation): string[] {
  return [...operation.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Whether a route takes its arguments from the query; a POST has them in its body, unless it says otherwise. */
export function isInQuery({ http }: RoutedOperation): boolean {
  return http.method === 'get' || http.inQuery === true;
}

/** Names of the arguments that a route takes from its query. */
export function queryArguments(operation: RoutedOperation): string[] {
  if (!isInQuery(operation)) return [];
  const fromPath = new Set(pathArguments(operation));
  return Object.keys(operation.input.entries).filter((name) => !fromPath.has(name));
}

/** The schema of an argument without its `optional` and the like around it. */
export function bareSchema(schema: v.GenericSchema): AnySchema {
  let bare: AnySchema = schema;
  while (bare.wrapped !== undefined) bare = bare.wrapped;
  return bare;
}

/** Query keys and values, decoded; a broken percent-escape is `malformed-url`. */
export function readQuery(url: string): URLSearchParams | null {
  const start = url.indexOf('?', 8);
  if (start === -1) return null;
  const text = url.slice(start + 1);
  if (text.includes('%')) checkEscapes(text, 'query');
  return new URLSearchParams(text);
}

/** The text without its percent-escapes. Fault: `malformed-url` if they are broken or not UTF-8. */
export function checkEscapes(text: string, part: 'path' | 'query'): string {
  try {
    // Returned, because a bundler leaves out a call whose result nobody uses.
    return decodeURIComponent(text);
  } catch (error) {
    throw new Fault(
      'malformed-url',
      `The ${part} of the URL has a broken percent-escape; "%" itself is written %25.`,
      {
        cause: error,
      },
    );
  }
}

/** The `X-Precept-Warning` about query keys that the route does not know, or null without such keys. */
export function unknownQueryWarning(query: URLSearchParams | null, known: readonly string[]): string | null {
  if (query === null) return null;
  const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const warnings = unknown
    .slice(0, 5)
    .map(
      (name) => `unknown query parameter "${toHeaderText(name.slice(0, 60))}"${meantInstead(name, known)}`,
    );
  if (unknown.length > 5) warnings.push(`and ${unknown.length - 5} more`);
  return warnings.join(', ');
}

/** Arguments as the query gives them: booleans and whole numbers read, repeated lists joined; other arguments may come once only. */
export function argumentsFromQuery(
  operation: RoutedOperation,
  query: URLSearchParams,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of queryArguments(operation)) {
    const given = query.getAll(name);
    const [first] = given;
    if (first === undefined) continue;
    if (given.length > 1 && !listArguments.has(name)) {
      throw new Fault(
        'invalid-parameter',
        `Parameter "${name}" is given ${given.length} times; give it once.`,
        {
          errors: [{ path: name, message: 'given more than once' }],
        },
      );
    }
    const schema = operation.input.entries[name];
    values[name] =
      typedValue(schema === undefined ? 'string' : bareSchema(schema).type, first) ?? given.join(',');
  }
  return values;
}

/** A value that is no text, from its text; undefined where it is none. */
function typedValue(type: string, text: string): boolean | number | undefined {
  if (type === 'boolean') return Object.hasOwn(truths, text) ? truths[text] : undefined;
  return type === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The operation's input, valid; otherwise `invalid-parameter` that names each wrong argument and what it takes. */
export function validInput(operation: RoutedOperation, values: unknown): Record<string, unknown> {
  const result = v.safeParse(operation.input, values, { abortPipeEarly: true });
  if (result.success) return result.output;
  const errors = result.issues.map((issue) => toDetail(operation, issue));
  const detail = errors
    .map(({ path, message }) => (path === '' ? message : `Parameter "${path}": ${message}`))
    .join(' ');
  throw new Fault('invalid-parameter', detail, { errors });
}

function toDetail(operation: RoutedOperation, issue: v.BaseIssue<unknown>): FaultDetail {
  const path = v.getDotPath(issue)?.slice(0, 60) ?? '';
  const name = String(issue.path?.[0]?.key ?? '');
  if (path === '') return { path, message: 'The body must be a JSON object with the arguments.' };
  const names = Object.keys(operation.input.entries);
  if (issue.type === 'strict_object' && !names.includes(name)) {
    return { path, message: `there is no such argument${meantInstead(name, names)}` };
  }
  if (issue.type === 'strict_object') return { path, message: 'it is required.' };
  const schema = operation.input.entries[name];
  const allowed = schema === undefined ? null : allowedValues(bareSchema(schema), operation);
  if (allowed === null) return { path, message: `${issue.message}.` };
  const shown = JSON.stringify(issue.input)?.slice(0, 60) ?? 'nothing';
  return { path, message: `${shown} is not allowed; it takes ${allowed}.` };
}

function allowedValues(schema: AnySchema, operation: RoutedOperation): string | null {
  if (schema.type === 'boolean') return isInQuery(operation) ? 'true, false, 1 or 0' : 'true or false';
  if (schema.type === 'picklist' && schema.options) return `one of ${schema.options.join(', ')}`;
  return null;
}
