import { Hono } from 'hono';
import type { Claims } from '../../model/claims.ts';
import { Fault } from '../../model/fault.ts';
import { version } from '../../model/version.ts';
import { lazy } from '../../runtime/async/lazy.ts';
import { type Answer, createAnswer } from '../../service/answer.ts';
import { isRouted, type Operation, type RoutedOperation } from '../../service/operation.ts';
import { operations as allOperations } from '../../service/operations.ts';
import type { Service } from '../../service/service.ts';
import { createNegotiator } from './accept.ts';
import { answerResponse } from './answer-response.ts';
import { docsPage, type ReadAsset, swaggerAsset } from './docs/docs-page.ts';
import { addExplorer, wantsPage } from './explorer/routes.ts';
import { HttpFault } from './fault-with-headers.ts';
import { createAccessGate } from './guard/access.ts';
import { asksForLogin, callerOf, claimsOf } from './guard/caller.ts';
import { addCorsHeaders, createGuard, type ListenAddress, preflightResponse } from './guard/guard.ts';
import { baseHeaders } from './guard/headers.ts';
import { forwardedAddressOf, pathPrefix } from './guard/public-address.ts';
import type { PlainRequest, PlainResponse } from './plain.ts';
import { createProblemResponder, type ProblemResponder } from './problem-response.ts';
import type { Events } from './routes/events.ts';
import { eventsPath } from './routes/events-path.ts';
import { addFileRoute } from './routes/file-route.ts';
import { healthResponse, readyResponse } from './routes/health.ts';
import { honoPath, inRouteOrder, type KnownRequests, operationHandler } from './routes/operation-route.ts';
import { checkEscapes } from './routes/read-arguments.ts';
import { addSkillRoutes } from './routes/skill-routes.ts';

/** Answers requests of another protocol; `claims` are what the caller's token says, null where nobody has to log in. */
type Mount = (request: Request, claims: Claims | null) => Response | Promise<Response>;

export interface HttpAppOptions {
  readonly readAsset: ReadAsset;
  /** What is served; everything unless given. */
  readonly operations?: readonly Operation[];
  /** Handlers of other protocols by exact path, `/mcp` for instance; they get every method, behind the same guards. */
  readonly mounts?: Readonly<Record<string, Mount>>;
}

export interface HttpApp {
  fetch(request: Request): Response | Promise<Response>;
  /**
   * What `fetch` answers a GET with, where it is known and nobody has to be asked: for less, since nothing of fetch is made. Null where
   * `fetch` is needed, also to refuse it.
   */
  atOnce?(request: PlainRequest): PlainResponse | null;
  /** Tells the address that requests reach the app by; before that, all are refused as foreign. */
  listensOn(address: ListenAddress): void;
  /** Whether the issuer gives the keys that tokens are checked with; absent where nobody has to log in. */
  isIssuerUp?(): Promise<boolean>;
  /** Ends the streams that are open. */
  close?(): void;
  /** Turns an error outside `fetch` into an answer. */
  readonly problem: ProblemResponder;
}

/** The REST API over a service, with its documentation, behind the guard. */
export function createHttpApp(opened: Service, options: HttpAppOptions): HttpApp {
  const service = opened.for({ hops: [], claims: null, network: true });
  const problem = createProblemResponder(service.log);
  const known: KnownRequests = new Map();
  const events = lazy(async () => (await import('./routes/events.ts')).createEvents(service));
  const { http_allowed_origins: allowedOrigins, public_url: publicUrl } = service.config.settings;
  const guard = createGuard(allowedOrigins, publicUrl, forwardedAddressOf(service));
  const machinePaths = new Set([...Object.keys(options.mounts ?? {}), '/metrics']);
  const access = createAccessGate(service, { problem, machinePaths });
  const isIssuerUp = access?.isIssuerUp;
  const app = createRoutes(
    service,
    { ...options, ...(isIssuerUp && { isIssuerUp }) },
    problem,
    known,
    events,
  );

  function serve(request: Request, origin: string | null): Response | Promise<Response> {
    const next = () => route(request, origin);
    return access === null
      ? next()
      : access.serve(request, origin, next).catch((error) => problem(error, request));
  }

  function route(request: Request, origin: string | null): Response | Promise<Response> {
    const { method, url } = request;
    const again = method === 'GET' ? known.get(url) : undefined;
    if (again !== undefined) return again.respond(request);
    const preflight = origin === null ? null : preflightResponse(request);
    if (preflight !== null) return preflight;
    // hono's router looks methods up in plain objects, where `__proto__` is one.
    if (method !== 'GET' && !/^[A-Z-]+$/.test(method)) throw notAllowed(['GET', 'POST']);
    if (url.includes('%')) checkEscapes(url.slice(url.indexOf('/', 8)).split('?', 1)[0] ?? '', 'path');
    return app.fetch(request);
  }

  async function shared(request: Request, origin: string | null): Promise<Response> {
    const response = await serve(request, origin);
    response.headers.append('Vary', 'Origin');
    if (origin !== null) addCorsHeaders(response, origin);
    return response;
  }

  function atOnce(request: PlainRequest): PlainResponse | null {
    const again = known.get(request.url);
    if (again === undefined) return null;
    try {
      guard.check(request);
      return again.atOnce(request);
    } catch {
      return null;
    }
  }

  return {
    problem,
    ...(isIssuerUp && { isIssuerUp }),
    ...(access === null && allowedOrigins.length === 0 && { atOnce }),
    listensOn: (address) => guard.listensOn(address),
    close: () => void events.peek()?.then((open) => open.close()),
    fetch(request) {
      let origin: string | null = null;
      try {
        origin = guard.check(request);
        if (allowedOrigins.length === 0) return serve(request, origin);
      } catch (error) {
        return problem(error, request);
      }
      return shared(request, origin).catch((error: unknown) => {
        const response = problem(error, request);
        if (origin !== null) addCorsHeaders(response, origin);
        return response;
      });
    },
  };
}

function createRoutes(
  service: Service,
  options: HttpAppOptions & Pick<HttpApp, 'isIssuerUp'>,
  problem: ProblemResponder,
  known: KnownRequests,
  events: () => Promise<Events>,
): Hono {
  const app = new Hono();
  const operations = (options.operations ?? allOperations).filter(isRouted);
  for (const operation of inRouteOrder(operations)) {
    app.on(
      operation.http.method.toUpperCase(),
      honoPath(operation),
      operationHandler(operation, service, problem, known),
    );
  }

  app.get(eventsPath, async ({ req }) => (await events()).respond(req.raw, claimsOf(req.raw, service)));
  const negotiateJson = createNegotiator(['json']);
  const describe = createDescription(operations);
  app.get('/openapi.json', async ({ req }) => {
    const format = negotiateJson(req.raw.headers.get('accept'));
    const description = await describe(callerOf(req.raw, service));
    return answerResponse(description, format, req.raw.headers.get('if-none-match'));
  });
  app.get('/docs', docsPage(pathPrefix(service)));
  app.get('/swagger-ui/:name', swaggerAsset(options.readAsset));
  app.get('/health', ({ req }) => healthResponse(req.raw));
  app.get('/ready', ({ req }) => readyResponse(service, req.raw, options.isIssuerUp));
  if (service.metrics !== null && service.config.settings.metrics_port === 0) {
    app.get('/metrics', async ({ req }) =>
      (await import('./routes/metrics-page.ts')).metricsResponse(service, req.raw),
    );
  }
  addSkillRoutes(app, service);
  addFileRoute(app, service);
  const faultPage = addExplorer(app, { service, problem });

  for (const [path, handle] of Object.entries(options.mounts ?? {})) {
    app.all(path, async ({ req }) => {
      const response = await handle(req.raw, claimsOf(req.raw, service));
      for (const [name, value] of Object.entries(baseHeaders)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    });
  }

  app.onError((error, { req }) => problem(error, req.raw));
  app.notFound((context) => {
    const { req } = context;
    const allowed = ['GET', 'POST'].filter((method) => app.router.match(method, req.path)[0].length > 0);
    if (allowed.length === 0) {
      const fault = new Fault('not-found', 'There is nothing at this path; /docs lists what there is.');
      // Whatever else it accepts, who asks for something of the API is a program.
      const isPage = wantsPage(req.raw) && !/^\/api\/v1(?:\/|$)/.test(req.path);
      return isPage ? faultPage(fault, context) : problem(fault, req.raw);
    }
    return problem(notAllowed(allowed), req.raw);
  });
  return app;
}

function notAllowed(methods: readonly string[]): Fault {
  const allow = methods.join(', ').replace('GET', 'GET, HEAD');
  return new HttpFault('method-not-allowed', `This path takes ${allow} only.`, { Allow: allow });
}

/** Gives the OpenAPI document; it is made again only when the values of its examples change. */
function createDescription(operations: readonly RoutedOperation[]): (service: Service) => Promise<Answer> {
  let known: { readonly key: string; readonly answer: Answer } | null = null;
  return async (service) => {
    const [{ openApiDocument }, { findExampleArguments }] = await Promise.all([
      import('./openapi/openapi.ts'),
      import('./openapi/example-arguments.ts'),
    ]);
    // Of what the caller may see.
    const example = await findExampleArguments(service);
    if (known === null || known.key !== example.key) {
      const document = openApiDocument(operations, {
        ...{ version, example, prefix: pathPrefix(service), login: asksForLogin(service) },
        people: service.config.settings.auth_client_id !== null,
      });
      known = { key: example.key, answer: createAnswer({ data: document, presentation: null }) };
    }
    return known.answer;
  };
}
