import { Fault } from '../../model/fault.ts';
import { lazy } from '../../runtime/lazy.ts';
import type { Service } from '../../service/service.ts';
import { admit } from './caller.ts';
import { baseHeaders, toHeaderText } from './headers.ts';
import { HttpFault } from './http-fault.ts';
import type { ProblemResponder } from './problem-response.ts';
import { createAddressOf } from './public-address.ts';

/** Asks callers for a bearer token (RFC 6750) before anything with content is answered. */
export interface AccessGate {
  /** The answer of `next` for a request with a good token or an open path; otherwise a refusal. */
  serve(request: Request, next: () => Response | Promise<Response>): Promise<Response>;
}

type Module = typeof import('../../auth/verify-token.ts');

interface Verifier extends Pick<Module, 'TokenRefused'> {
  readonly verify: ReturnType<Module['createTokenVerifier']>;
}

/** Where the description of this resource is found (RFC 9728 section 3). */
const metadataPath = '/.well-known/oauth-protected-resource';

/** What tells nothing about content: whether the process lives, and whether it is ready. */
const openPaths: ReadonlySet<string> = new Set(['/health', '/ready']);

/** The gate that the settings ask for, null without. Everything is behind it that is not plainly open. */
export function createAccessGate(service: Service, problem: ProblemResponder): AccessGate | null {
  const { auth_issuer_url: issuer, auth_audience: audience } = service.config.settings;
  if (issuer === null || audience === null) return null;
  const { public_url: publicUrl } = service.config.settings;
  const named = publicUrl ?? audience;
  const resourcePath = URL.canParse(named) ? new URL(named).pathname.replace(/\/+$/, '') : '';
  const open = lazy(async (): Promise<Verifier> => {
    const { createTokenVerifier, TokenRefused } = await import('../../auth/verify-token.ts');
    const options = { issuer: issuer as string, audience: audience as string, tls: service.config.settings };
    return { verify: createTokenVerifier({ ...options, now: () => Date.now() }), TokenRefused };
  });

  /** The address of this server as callers know it: the audience's, where that is an address with this host. */
  const addressOf = createAddressOf(service, (request) => {
    const { origin, host } = new URL(request.url);
    const named = URL.canParse(audience as string) ? new URL(audience as string) : null;
    return named !== null && named.host === host ? named.origin : origin;
  });

  function metadata(request: Request): Response {
    const isAddress = publicUrl === null && /^https?:/.test(audience as string);
    const body = JSON.stringify({
      resource: isAddress ? audience : addressOf(request),
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Precept',
    });
    const headers = { ...baseHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' };
    return new Response(request.method === 'HEAD' ? null : body, { headers });
  }

  function unauthorized(request: Request, why: string | null): Fault {
    const parts = [`resource_metadata="${new URL(addressOf(request)).origin}${metadataPath}${resourcePath}"`];
    if (why !== null) parts.unshift('error="invalid_token"', `error_description="${toHeaderText(why)}"`);
    const detail =
      why === null
        ? `This server answers only with a bearer token of ${issuer}; "precept login" gets one for a reader.`
        : `The bearer token is not accepted: ${why}.`;
    return new HttpFault('unauthorized', detail, { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` });
  }

  async function check(request: Request): Promise<void> {
    const { 1: token } = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined) throw unauthorized(request, null);
    const { verify, TokenRefused } = await open();
    try {
      admit(request, await verify(token));
    } catch (error) {
      if (error instanceof TokenRefused) throw unauthorized(request, error.message);
      const advice = 'Its issuer is out of reach; try again later.';
      throw new Fault('internal', `The token cannot be checked now. ${advice}`, {
        cause: error instanceof Error ? error.message : error,
      });
    }
  }

  return {
    async serve(request, next) {
      const { pathname } = new URL(request.url);
      if (openPaths.has(pathname) || isPreflight(request)) return next();
      if (pathname === metadataPath || pathname === metadataPath + resourcePath) {
        if (request.method === 'GET' || request.method === 'HEAD') return metadata(request);
      }
      try {
        await check(request);
      } catch (error) {
        return isPage(request, pathname) ? pageOf(error, request, problem) : problem(error, request);
      }
      return toPrivate(await next());
    },
  };
}

/** A browser sends these without any credentials; they are answered without any content. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** Whether a person looks at this in a browser. */
function isPage({ headers }: Request, pathname: string): boolean {
  return !/^\/(api|mcp)\b/.test(pathname) && /\btext\/html\b/i.test(headers.get('accept') ?? '');
}

/** A refusal as a plain page, with the status and headers of the problem it stands for. */
async function pageOf(error: unknown, request: Request, problem: ProblemResponder): Promise<Response> {
  const { status, headers } = problem(error, request);
  headers.delete('Content-Length');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const text =
    status === 401
      ? 'This server asks for a login. Its pages can be read with a bearer token in the Authorization header only.'
      : 'Logins cannot be checked at the moment. Try again later.';
  const body = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Precept</title><h1>Precept</h1><p>${text}</p></html>\n`;
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** RFC 9111 section 3.5: what one caller may read is kept in that caller's cache at most, and for that token. */
function toPrivate(response: Response): Response {
  const control = response.headers.get('cache-control') ?? 'no-cache';
  const kept = control
    .split(/\s*,\s*/)
    .filter((directive) => !/^(public|private|s-maxage=.*)$/i.test(directive));
  response.headers.set('Cache-Control', ['private', ...kept].join(', '));
  response.headers.append('Vary', 'Authorization');
  return response;
}
