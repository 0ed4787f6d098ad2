import type { Answer } from '../../../service/answer.ts';
import { ask } from '../../../service/ask.ts';
import type { RoutedOperation } from '../../../service/operation.ts';
import type { Service } from '../../../service/service.ts';
import { countReads } from '../../../service/tasks/count-reads.ts';
import { createNegotiator } from '../accept.ts';
import { actionResponse, fetchResponse, plainAnswer } from '../answer-response.ts';
import { callerOf } from '../guard/caller.ts';
import { createSenderOf } from '../guard/sender.ts';
import type { PlainRequest, PlainResponse } from '../plain.ts';
import type { ProblemResponder } from '../problem-response.ts';
import { pathArguments } from './read-arguments.ts';
import { seeReader } from './sightings.ts';

/** Answers requests whose arguments are known already. */
export interface Responder {
  respond(request: Request): Response | Promise<Response>;
  /** The answer while the last one holds, which is made without waiting for anything; otherwise null. Fault: `not-acceptable`. */
  atOnce(request: PlainRequest): PlainResponse | null;
}

type Input = Record<string, unknown>;
type ExtraHeaders = Readonly<Record<string, string>> | undefined;

/** What answers requests to one operation: `respond` asks for the answer, `again` makes what answers the same GET from then on. */
export function createResponders(operation: RoutedOperation, service: Service, problem: ProblemResponder) {
  const { method, formats, status = 200, idempotencyKey } = operation.http;
  const negotiate = createNegotiator(formats);
  const senderOf = createSenderOf(service);
  const isOfScope = pathArguments(operation).length > 0;

  async function respond(
    request: Request,
    input: Input,
    extra: ExtraHeaders,
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
      const named = forCaches(headers, withNext(request, answer, extra));
      const response = plainAnswer(answer, format, headers.get('if-none-match'), named);
      return fetchResponse(counted(response, request, input, answer));
    } catch (error) {
      return problem(error, request, extra);
    }
  }

  /** A response, counted where it gives the answer out. */
  function counted(
    response: PlainResponse,
    request: PlainRequest,
    input: Readonly<Input>,
    answer: Answer,
  ): PlainResponse {
    if (operation.http.forReaders)
      seeReader(service, request, response, isOfScope ? String(input.scope_name) : null, senderOf);
    if (response.status === 200 && request.method === 'GET')
      countReads(service, operation, input, answer, 'rest');
    return response;
  }

  /**
   * Answers the same request again. While the last answer holds, that is done without waiting for anything: it is what
   * nearly every request comes to, and a promise would cost a third as much again as all the rest.
   */
  function again(input: Input, extra: ExtraHeaders): Responder {
    if (operation.madeFrom !== 'scope')
      return { atOnce: () => null, respond: (request) => respond(request, input, extra) };
    // Weak, so that the answers of scopes that are cached no more are not kept here either.
    let known: WeakRef<Answer> | null = null;
    const remember = (answer: Answer) => {
      if (known?.deref() !== answer) known = new WeakRef(answer);
    };
    const atOnce = (request: PlainRequest) => {
      const last = known?.deref();
      if (last === undefined || callerOf(request, service) !== service || !service.isCurrent(last))
        return null;
      const { headers } = request;
      const format = negotiate(headers.get('accept'));
      return counted(plainAnswer(last, format, headers.get('if-none-match'), extra), request, input, last);
    };
    return {
      atOnce,
      respond(request) {
        try {
          const response = atOnce(request);
          if (response !== null) return fetchResponse(response);
        } catch (error) {
          return problem(error, request, extra);
        }
        return respond(request, input, extra, remember);
      },
    };
  }

  return { respond, again };
}

/** Names the request for what follows an answer that was cut (RFC 8288). */
function withNext({ url }: Request, { next }: Answer, extra: ExtraHeaders): ExtraHeaders {
  if (next === undefined) return extra;
  const { searchParams } = new URL(url);
  for (const [name, value] of Object.entries(next)) searchParams.set(name, String(value));
  return { ...extra, Link: `<?${searchParams}>; rel="next"` };
}

/**
 * What a request has passed through decides which masters are asked for it, so a shared cache must not give the answer
 * to anybody else.
 */
function forCaches(headers: Headers, extra: ExtraHeaders): ExtraHeaders {
  return headers.has('cdn-loop') ? { ...extra, Vary: 'Accept, CDN-Loop' } : extra;
}
