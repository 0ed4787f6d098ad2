import { Fault, toFault } from '../../../model/fault.ts';
import { lazy } from '../../../runtime/async/lazy.ts';
import { withinLimit } from '../../../runtime/async/time-limit.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { Service } from '../../../service/service.ts';
import { prefersPage } from '../accept.ts';
import { HttpFault } from '../fault-with-headers.ts';
import type { ProblemResponder } from '../problem-response.ts';
import { admit } from './caller.ts';
import { baseHeaders, toHeaderText } from './headers.ts';
import { createAddressOf, pathPrefix } from './public-address.ts';
import { createRefusalLog } from './refusal-log.ts';

/** Asks callers for a bearer token (RFC 6750), or browsers for a sign-in, before anything with content is answered. */
export interface AccessGate {
  /**
   * The answer of `next` for a request with a good token or an open path; otherwise a refusal. `origin` is the foreign one whose
   * pages sent it, null for none.
   */
  serve(request: Request, origin: string | null, next: () => Response | Promise<Response>): Promise<Response>;
  /** Whether the issuer gives the keys that tokens are checked with; why not is in the log. */
  isIssuerUp(): Promise<boolean>;
}

type Module = typeof import('../../../auth/callers/verify-token.ts');

interface Verifier extends Pick<Module, 'TokenRefused'>, ReturnType<Module['createTokenVerifier']> {}

/** Where the description of this resource is found (RFC 9728 section 3). */
const metadataPath = '/.well-known/oauth-protected-resource';

/** What tells nothing about content: whether the process lives, and whether it is ready. */
const openPaths: ReadonlySet<string> = new Set(['/health', '/ready']);

/** The look of the explorer, which pages of refusals have too. */
const openFolder = '/explorer/';

/** Milliseconds that whoever asks whether this server is ready waits for the issuer. */
const issuerPatience = 1000;

/**
 * The gate that the settings ask for, null without. Everything is behind it that is not plainly open; `machinePaths` take no
 * session of a browser.
 */
export function createAccessGate(
  service: Service,
  { problem, machinePaths }: { problem: ProblemResponder; machinePaths: ReadonlySet<string> },
): AccessGate | null {
  const { auth_issuer_url: issuer, auth_audience: audience } = service.config.settings;
  const { auth_client_id: client } = service.config.settings;
  if (issuer === null || audience === null) return null;
  const { public_url: publicUrl } = service.config.settings;
  const resourcePath = pathOf(publicUrl ?? audience);
  const refusals = createRefusalLog(service.log);
  let isIssuerAway = false;
  let isOutOfReach = false;
  const open = lazy(async (): Promise<Verifier> => {
    const { createTokenVerifier, TokenRefused } = await import('../../../auth/callers/verify-token.ts');
    const options = { issuer: issuer as string, audience: audience as string, tls: service.config.settings };
    return { ...createTokenVerifier({ ...options, now: () => Date.now() }), TokenRefused };
  });

  /** The address of this server as callers know it: the audience's, where that is an address with this host. */
  const addressOf = createAddressOf(service, (request) => {
    const { origin, host } = new URL(request.url);
    const named = URL.canParse(audience as string) ? new URL(audience as string) : null;
    return named !== null && named.host === host ? named.origin : origin;
  });

  const people = lazy(async () => {
    const [{ createSignInGate }, { verify }] = await Promise.all([import('../sign-in/gate.ts'), open()]);
    return createSignInGate(service, { addressOf, verify });
  });

  const unauthorized = (request: Request, why: string | null) =>
    challenge(new URL(addressOf(request)).origin + metadataPath + resourcePath, issuer, why);

  async function check(request: Request): Promise<void> {
    const { 1: token } = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined) throw unauthorized(request, null);
    const { verify, TokenRefused } = await open();
    try {
      admit(request, await verify(token));
    } catch (error) {
      if (error instanceof TokenRefused) {
        refusals.warn(`${request.method} ${new URL(request.url).pathname} answered 401: ${error.message}`);
        throw unauthorized(request, error.message);
      }
      const why = error instanceof Error ? error.message : String(error);
      if (!isIssuerAway)
        service.log.warn(`tokens cannot be checked: ${why}; this is not said again until they can`);
      isIssuerAway = true;
      throw cannotCheck(error);
    }
    if (isIssuerAway) service.log.warn('tokens can be checked again');
    isIssuerAway = false;
  }

  /** What a request is answered with instead; null where a token or a session lets it in. */
  async function refusal(
    request: Request,
    pathname: string,
    origin: string | null,
  ): Promise<Response | null> {
    try {
      if (client !== null) {
        const isOwnPage = origin === null && saysOrigin(request);
        const visit = { pathname, isOwnPage, takesSessions: origin === null && !machinePaths.has(pathname) };
        const answered = await (await people()).admit(request, visit);
        if (answered !== false) return answered === true ? null : answered;
      }
      await check(request);
      return null;
    } catch (error) {
      return isPage(request, pathname)
        ? pageOf(error, request, { problem, service })
        : problem(error, request);
    }
  }

  async function reachIssuer(): Promise<boolean> {
    const why = await (await open()).reach().then(() => null, reasonOf);
    if (why !== null && !isOutOfReach)
      service.log.warn(`the issuer of logins gives no keys: ${why}; this is not said again until it does`);
    if (why === null && isOutOfReach) service.log.warn('the issuer of logins gives keys again');
    isOutOfReach = why !== null;
    return why === null;
  }

  return {
    isIssuerUp: async () => (await withinLimit(reachIssuer(), issuerPatience)) === true,
    async serve(request, origin, next) {
      const { pathname } = new URL(request.url);
      if (openPaths.has(pathname) || isPreflight(request) || pathname.startsWith(openFolder)) return next();
      if (pathname === metadataPath || pathname === metadataPath + resourcePath) {
        const isAddress = publicUrl === null && /^https?:/.test(audience);
        if (request.method === 'GET' || request.method === 'HEAD')
          return metadata(request, isAddress ? audience : addressOf(request), issuer);
      }
      const refused = await refusal(request, pathname, origin);
      return refused ?? toPrivate(await next(), client === null ? '' : ', Cookie');
    },
  };
}

/** The path of an address, without a slash at its end; empty where it is none. */
function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : '';
}

/** The description of this resource (RFC 9728 section 3.2). */
function metadata({ method }: Request, resource: string, issuer: string): Response {
  const body = JSON.stringify({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'Precept',
  });
  const headers = { ...baseHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' };
  return new Response(method === 'HEAD' ? null : body, { headers });
}

/** What a caller is told who has no good token (RFC 6750 section 3); `why` is null where none came. */
function challenge(describedAt: string, issuer: string, why: string | null): Fault {
  const parts = [`resource_metadata="${describedAt}"`];
  if (why !== null) parts.unshift('error="invalid_token"', `error_description="${toHeaderText(why)}"`);
  const detail =
    why === null
      ? `This server answers only with a bearer token of ${issuer}; "precept login" gets one for a reader.`
      : `The bearer token is not accepted: ${why}.`;
  return new HttpFault('unauthorized', detail, { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` });
}

function cannotCheck(error: unknown): Fault {
  const detail = 'The token cannot be checked now. Its issuer is out of reach; try again later.';
  return new Fault('issuer-unavailable', detail, { cause: error instanceof Error ? error.message : error });
}

/** Whether a browser says that a page of this server sent a request; that the origin is no foreign one is known. */
function saysOrigin({ headers }: Request): boolean {
  return headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin';
}

/** A browser sends these without any credentials; they are answered without any content. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** Whether a person looks at this in a browser. */
function isPage({ headers }: Request, pathname: string): boolean {
  return !/^\/(api|mcp)\b/.test(pathname) && prefersPage(headers.get('accept'));
}

/** A refusal as a page, with the headers of the problem it stands for. */
async function pageOf(
  error: unknown,
  request: Request,
  { problem, service }: { problem: ProblemResponder; service: Service },
): Promise<Response> {
  const { headers } = problem(error, request);
  const [{ noteOf }, { noteResponse }] = await Promise.all([
    import('../sign-in/notes.ts'),
    import('../sign-in/pages.ts'),
  ]);
  const kept = ['allow', 'www-authenticate', 'retry-after'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const place = { prefix: pathPrefix(service), headers: Object.fromEntries(kept) };
  const canSignIn = service.config.settings.auth_client_id !== null;
  return noteResponse(noteOf(toFault(error), canSignIn), request, place);
}

/** RFC 9111 section 3.5: what one caller may read is kept in that caller's cache at most, and for that login. */
function toPrivate(response: Response, alsoBy: string): Response {
  const control = response.headers.get('cache-control') ?? 'no-cache';
  const kept = control
    .split(/\s*,\s*/)
    .filter((directive) => !/^(public|private|s-maxage=.*)$/i.test(directive));
  response.headers.set('Cache-Control', ['private', ...kept].join(', '));
  response.headers.append('Vary', `Authorization${alsoBy}`);
  return response;
}
