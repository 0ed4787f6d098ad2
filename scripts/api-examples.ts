// The examples of the API's documentation, by asking: each route of a server with the example content, as it is meant and in
// every way it can be refused.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mediaTypes } from '../src/faces/http/accept.ts';
import type { ExampleAnswer, ExampleProblem, RouteExamples } from '../src/faces/http/openapi/api-example.ts';
import { plainRoutes } from '../src/faces/http/openapi/openapi-routes.ts';
import { type FaultCode, faultStatus, toFault } from '../src/model/fault.ts';
import { isRouted } from '../src/service/operation.ts';
import { operations } from '../src/service/operations.ts';
import { badPlainAttempts, goodPlainAttempt } from './api-examples/plain-requests.ts';
import { type Attempt, badAttempts, goodAttempt } from './api-examples/requests.ts';
import { createServers, origin } from './api-examples/servers.ts';

type Servers = ReturnType<typeof createServers>;
type Problems = Partial<Record<FaultCode, ExampleProblem>>;

interface Route {
  readonly operationId: string;
  readonly method: string;
  readonly status: number;
  readonly types: readonly string[];
  readonly good: Attempt;
  readonly bad: readonly Attempt[];
}

/** What each route answers, by operationId; below `*` what any path does. Throws where a good request is refused. */
export async function apiExamples(): Promise<Record<string, RouteExamples>> {
  const restoreDate = beginAt('2026-01-05T12:00:00Z');
  const folder = await mkdtemp(path.join(tmpdir(), 'precept-examples-'));
  const servers = createServers(folder);
  try {
    const found: Record<string, RouteExamples> = {};
    for (const route of routes()) {
      const answers = await answersOf(route, servers);
      found[route.operationId] = { answers, problems: await problemsOf(route, servers) };
    }
    const other: Attempt = { server: 'example', request: { method: 'DELETE', path: '/api/v1/scopes' } };
    found['*'] = { answers: [], problems: await problemsOf({ method: 'delete', bad: [other] }, servers) };
    return found;
  } finally {
    await servers.close();
    restoreDate();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Has `Date` begin at a moment, so that the examples are the same on every day; the function that is returned ends that. */
function beginAt(moment: string): () => void {
  const Real = globalThis.Date;
  const shift = Real.parse(moment) - Real.now();
  globalThis.Date = class extends Real {
    constructor(...given: [] | [number]) {
      super(...((given.length === 0 ? [Real.now() + shift] : given) as [number]));
    }
    static override now(): number {
      return Real.now() + shift;
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = Real;
  };
}

function routes(): Route[] {
  return [
    ...operations.filter(isRouted).map((operation) => ({
      operationId: operation.name,
      method: operation.http.method,
      status: operation.http.status ?? 200,
      types: operation.http.formats.map((format) => mediaTypes[format].type),
      good: goodAttempt(operation),
      bad: badAttempts(operation),
    })),
    ...plainRoutes.map((route) => ({
      operationId: route.operationId,
      method: 'get',
      status: 200,
      types: [route.type],
      good: goodPlainAttempt(route),
      bad: badPlainAttempts(route),
    })),
  ];
}

async function answersOf(
  { operationId, method, status, types, good: { server, request, note } }: Route,
  servers: Servers,
): Promise<ExampleAnswer[]> {
  const answers: ExampleAnswer[] = [];
  for (const type of types) {
    const asked =
      types.length === 1 ? request : { ...request, headers: { accept: type, ...request.headers } };
    const response = await send(servers, { server, request: asked }, method);
    if (response.status !== status)
      throw new Error(`The example of ${operationId} is refused: ${await response.text()}`);
    const value = await shownValue(response, type);
    answers.push({ status, type, request: asked, ...(note && { server: note }), ...value });
  }
  return answers;
}

/** What a response has in it, where that can be shown: the start of a stream, nothing of an archive. */
async function shownValue(response: Response, type: string): Promise<{ value?: unknown }> {
  if (type === 'application/gzip') return {};
  if (type === 'text/event-stream') {
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return { value: new TextDecoder().decode(first?.value) };
  }
  const text = steady(await response.text());
  return { value: type === 'application/json' ? JSON.parse(text) : text };
}

async function problemsOf(
  { method, bad }: Pick<Route, 'method' | 'bad'>,
  servers: Servers,
): Promise<Problems> {
  const found: Problems = {};
  for (const attempt of bad) {
    const response = await send(servers, attempt, method);
    if (response.status < 400) {
      await response.body?.cancel();
      continue;
    }
    const { code, detail, errors } = JSON.parse(steady(await response.text()));
    if (found[code as FaultCode] !== undefined) continue;
    found[code as FaultCode] = {
      // A store or an issuer that is down, and what goes wrong inside, no request brings about.
      ...(!code.endsWith('-unavailable') && { request: attempt.request }),
      ...(attempt.note && { server: attempt.note }),
      detail,
      ...(errors && { errors }),
    };
  }
  if (method !== 'delete') found.internal = { detail: toFault(null).message };
  const codes = Object.keys(faultStatus) as FaultCode[];
  return Object.fromEntries(
    codes.flatMap((code) => (found[code] === undefined ? [] : [[code, found[code]]])),
  );
}

async function send(servers: Servers, { server, request }: Attempt, method: string): Promise<Response> {
  const app = await servers.app(server);
  const { path: asked, headers, body, times = 1 } = request;
  const host = headers?.host;
  const url = `${host === undefined ? origin : `http://${host}`}${asked}`;
  return app.fetch(
    new Request(url, {
      method: method.toUpperCase(),
      ...(headers && { headers }),
      ...(body && { body: body.repeat(times) }),
    }),
  );
}

/** A text of an answer with one moment for every time. */
function steady(text: string): string {
  return text
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-03-31T09:30:00.000Z')
    .replace(/("(?:since|until)":\s*")[^"]*/g, '$12026-03-31')
    .replace(/("version":\s*)\d{10}/g, '$11774949400');
}
