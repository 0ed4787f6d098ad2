import type { Context } from 'hono';
import type { RoutedOperation } from '../../../service/operation.ts';
import type { Service } from '../../../service/service.ts';
import type { ProblemResponder } from '../problem-response.ts';
import { createResponders, type Responder } from './operation-responders.ts';
import {
  argumentsFromQuery,
  isInQuery,
  pathArguments,
  queryArguments,
  readQuery,
  unknownQueryWarning,
  validInput,
} from './read-arguments.ts';
import { readJsonBody } from './read-json-body.ts';

/** The operation's path as hono writes it: `{name}` becomes `:name`. */
export function honoPath(operation: RoutedOperation): string {
  return `/api/v1${operation.http.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** Operations in the order their routes must be tried: a fixed segment before an argument in the same place. */
export function inRouteOrder(operations: readonly RoutedOperation[]): RoutedOperation[] {
  const rank = (operation: RoutedOperation) => operation.http.path.replace(/\{\w+\}/g, '\u{10ffff}');
  return [...operations].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** What GET requests mean, by their URL: it does not change, and clients ask the same again and again. */
export type KnownRequests = Map<string, Responder>;

const maxKnown = 1000;
const maxKnownLength = 1000;

/** The handler of an operation's route. Everything that does not depend on the request is worked out here, once. */
export function operationHandler(
  operation: RoutedOperation,
  service: Service,
  problem: ProblemResponder,
  known: KnownRequests,
): (context: Context) => Promise<Response> {
  const { method } = operation.http;
  const { respond, again } = createResponders(operation, service, problem);
  const fromPath = pathArguments(operation);
  const fromQuery = queryArguments(operation);
  const hasBody = !isInQuery(operation) && Object.keys(operation.input.entries).length > fromPath.length;

  return async (context) => {
    const request = context.req.raw;
    const { url } = request;
    let extra: Record<string, string> | undefined;
    let input: Record<string, unknown>;
    try {
      const query = readQuery(url);
      const warning = unknownQueryWarning(query, fromQuery);
      if (warning !== null) extra = { 'X-Precept-Warning': warning };
      let values: Record<string, unknown> | null = query === null ? {} : argumentsFromQuery(operation, query);
      if (hasBody) values = toObject(await readJsonBody(request, operation.http.maxBody));
      if (values !== null) for (const name of fromPath) values[name] = context.req.param(name);
      input = operation.parse ? operation.parse(values) : validInput(operation, values);
    } catch (error) {
      return problem(error, request, extra);
    }
    if (method === 'get' && url.length <= maxKnownLength) {
      if (known.size >= maxKnown) known.clear();
      Object.freeze(input);
      known.set(url, again(input, extra));
    }
    return respond(request, input, extra);
  };
}

/** The object itself; null for an array, which a schema of an object would take, and for anything else. */
function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}
