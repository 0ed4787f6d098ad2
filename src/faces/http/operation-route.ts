import type { Context } from 'hono';
import type { Operation } from '../../service/operation.ts';
import type { Service } from '../../service/service.ts';
import { createNegotiator } from './accept.ts';
import { actionResponse, answerResponse } from './answer-response.ts';
import type { ProblemResponder } from './problem-response.ts';
import {
  argumentsFromQuery,
  pathArguments,
  queryArguments,
  readQuery,
  unknownQueryWarning,
  validInput,
} from './read-arguments.ts';
import { readJsonBody } from './read-json-body.ts';

/** The operation's path as hono writes it: `{name}` becomes `:name`. */
export function honoPath(operation: Operation): string {
  return `/api/v1${operation.http.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** Operations in the order their routes must be tried: a fixed segment before an argument in the same place. */
export function inRouteOrder(operations: readonly Operation[]): Operation[] {
  const rank = (operation: Operation) => operation.http.path.replace(/\{\w+\}/g, '\u{10ffff}');
  return [...operations].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** The handler of an operation's route. Everything that does not depend on the request is worked out here, once. */
export function operationHandler(
  operation: Operation,
  service: Service,
  problem: ProblemResponder,
): (context: Context) => Promise<Response> {
  const { method, formats, status = 200 } = operation.http;
  const negotiate = createNegotiator(formats);
  const fromPath = pathArguments(operation);
  const fromQuery = queryArguments(operation);
  const hasBody = method === 'post' && Object.keys(operation.input.entries).length > fromPath.length;

  return async (context) => {
    const request = context.req.raw;
    let extra: Record<string, string> | undefined;
    try {
      const query = readQuery(request.url);
      const warning = unknownQueryWarning(query, fromQuery);
      if (warning !== null) extra = { 'X-Precept-Warning': warning };
      const format = negotiate(request.headers.get('accept'));
      let values: unknown = query === null ? {} : argumentsFromQuery(operation, query);
      if (hasBody) values = await readJsonBody(request);
      if (fromPath.length > 0 && isObject(values)) {
        for (const name of fromPath) values[name] = context.req.param(name);
      }
      const answer = await operation.run(validInput(operation, values), service);
      return method === 'get'
        ? answerResponse(answer, format, request.headers.get('if-none-match'), extra)
        : actionResponse(answer, format, status, extra);
    } catch (error) {
      return problem(error, request, extra);
    }
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
