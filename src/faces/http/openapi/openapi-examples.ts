import { type FaultCode, faultStatus } from '../../../model/fault.ts';
import { problemOf } from '../problem-response.ts';
import type { ExampleProblem, ExampleRequest, RouteExamples } from './api-example.ts';
import given from './openapi-examples.json' with { type: 'json' };

type Json = Record<string, unknown>;

const routes = given as unknown as Readonly<Record<string, RouteExamples>>;
const nothing: RouteExamples = { answers: [], problems: {} };

/** What a route answered when it was asked for its documentation, by operationId. */
export function examplesOf(operationId: string): RouteExamples {
  return Object.hasOwn(routes, operationId) ? (routes[operationId] ?? nothing) : nothing;
}

/** The answers of one status and media type, as OpenAPI has examples; nothing where there are none. */
export function answerExamples(
  { answers }: RouteExamples,
  { status, type, login }: { readonly status: number; readonly type: string; readonly login: boolean },
): { readonly examples?: Json } {
  const found = answers.filter((answer) => answer.status === status && answer.type === type);
  if (found.length === 0) return {};
  const examples = found.map(({ request, server, value }, at) => [
    at === 0 ? 'example' : `example-${at + 1}`,
    shown(request, login, server, value === undefined ? { externalValue: request.path } : { value }),
  ]);
  return { examples: Object.fromEntries(examples) };
}

/** The codes that a route can fail with, by status. Nobody is asked for a login unless `login` says so. */
export function codesByStatus({ problems }: RouteExamples, login: boolean): Map<number, FaultCode[]> {
  const byStatus = new Map<number, FaultCode[]>();
  for (const [code, status] of Object.entries(faultStatus) as [FaultCode, number][]) {
    if (problems[code] === undefined || (code === 'unauthorized' && !login)) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** The problems of those codes, as OpenAPI has examples. */
export function problemExamples(
  { problems }: RouteExamples,
  codes: readonly FaultCode[],
  login: boolean,
): Json {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const example = problems[code];
      return example === undefined ? [] : [[code, problemExample(code, example, login)]];
    }),
  );
}

/** Problems that a path has with every method but those of the document. */
export function otherExamples(login: boolean): Json {
  const { problems } = examplesOf('*');
  return problemExamples({ answers: [], problems }, Object.keys(problems) as FaultCode[], login);
}

function problemExample(code: FaultCode, example: ExampleProblem, login: boolean): Json {
  const { request, server, detail, errors } = example;
  // Without its token a request is `unauthorized`, and only then.
  const withToken = login && code !== 'unauthorized';
  return shown(request, withToken, server, { value: problemOf({ code, detail, errors }) });
}

function shown(
  request: ExampleRequest | undefined,
  login: boolean,
  server: string | undefined,
  value: Json,
): Json {
  const { times = 1, ...rest } = request ?? {};
  const headers = { ...(login && { authorization: 'Bearer <token>' }), ...request?.headers };
  return {
    ...(server !== undefined && { description: server }),
    ...value,
    ...(request && {
      'x-request': {
        ...rest,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(request.body !== undefined && { body: request.body.repeat(times) }),
      },
    }),
  };
}
