import type { Context } from 'hono';
import type { Answer } from '../../service/answer.ts';
import { ask } from '../../service/ask.ts';
import { countReads } from '../../service/count-reads.ts';
import type { RoutedOperation } from '../../service/operation.ts';
import type { Service } from '../../service/service.ts';
import { createNegotiator } from './accept.ts';
import { actionResponse, answerResponse } from './answer-response.ts';
import { callerOf } from './caller.ts';
import type { ProblemResponder } from './problem-response.ts';
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
import { seeReader } from './sightings.ts';

/** The operation's path as hono writes it: `{name}` becomes `:name`. */
export function honoPath(operation: RoutedOperation): string {
  return `/api/v1${operation.http.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** Operations in the order their routes must be tried: a fixed segment before an argument in the same place. */
export function inRouteOrder(operations: readonly RoutedOperation[]): RoutedOperation[] {
  const rank = (operation: RoutedOperation) => operation.http.path.replace(/\{\w+\}/g, '\u{10ffff}');
  return [...operations].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Answers a request whose arguments are known already. */
type Responder = (request: Request) => Response | Promise<Response>;

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
  const { method, formats, status = 200, idempotencyKey } = operation.http;
  const negotiate = createNegotiator(formats);
  const fromPath = pathArguments(operation);
  const fromQuery = queryArguments(operation);
  const hasBody = !isInQuery(operation) && Object.keys(operation.input.entries).length > fromPath.length;

  async function respond(
    request: Request,
    input: Record<string, unknown>,
    extra: Readonly<Record<string, string>> | undefined,
    remember?: (answer: Answer) => void,
  ): Promise<Response> {
    try {
      const { headers } = request;
      const format = negotiate(headers.get('accept'));
      const details = idempotencyKey ? { idempotencyKey: headers.get('idempotency-key') } : undefined;
      const caller = callerOf(request, service);
      const answer = await ask(operation, input, caller, details);
      if (method !== 'get') return actionResponse(answer, format, status, extra);
      if (caller === service) remember?.(answer);
      const response = answerResponse(
        answer,
        format,
        headers.get('if-none-match'),
        forCaches(headers, extra),
      );
      return counted(response, request, input, answer);
    } catch (error) {
      return problem(error, request, extra);
    }
  }

  /** A response, counted where it gives the answer out. */
  function counted(
    response: Response,
    request: Request,
    input: Readonly<Record<string, unknown>>,
    answer: Answer,
  ): Response {
    if (operation.http.forReaders)
      seeReader(service, request, response, fromPath.length > 0 ? String(input.scope_name) : null);
    if (response.status === 200 && request.method === 'GET')
      countReads(service, operation, input, answer, 'rest');
    return response;
  }

  /**
   * Answers the same request again. While the last answer holds, that is done without waiting for anything: it is what
   * nearly every request comes to, and a promise would cost a third as much again as all the rest.
   */
  function again(
    input: Record<string, unknown>,
    extra: Readonly<Record<string, string>> | undefined,
  ): Responder {
    if (operation.madeFrom !== 'scope') return (request) => respond(request, input, extra);
    // Weak, so that the answers of scopes that are cached no more are not kept here either.
    let known: WeakRef<Answer> | null = null;
    const remember = (answer: Answer) => {
      if (known?.deref() !== answer) known = new WeakRef(answer);
    };
    return (request) => {
      try {
        const last = known?.deref();
        if (last !== undefined && callerOf(request, service) === service && service.isCurrent(last)) {
          const { headers } = request;
          const format = negotiate(headers.get('accept'));
          const response = answerResponse(last, format, headers.get('if-none-match'), extra);
          return counted(response, request, input, last);
        }
      } catch (error) {
        return problem(error, request, extra);
      }
      return respond(request, input, extra, remember);
    };
  }

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
      if (hasBody) values = toObject(await readJsonBody(request));
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

/**
 * What a request has passed through decides which masters are asked for it, so a shared cache must not give the answer
 * to anybody else.
 */
function forCaches(
  headers: Headers,
  extra: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  return headers.has('cdn-loop') ? { ...extra, Vary: 'Accept, CDN-Loop' } : extra;
}

/** The object itself; null for an array, which a schema of an object would take, and for anything else. */
function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}
