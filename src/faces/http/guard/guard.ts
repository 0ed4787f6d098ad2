import { Fault } from '../../../model/fault.ts';
import type { PlainRequest } from '../plain.ts';

/** Where a listener is bound. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Keeps web pages of other sites, and names that were rebound to this machine, away from a local listener. */
export interface Guard {
  /** Tells the real address; until then every request is refused. */
  listensOn(address: ListenAddress): void;
  /**
   * The request's Origin if it is an allowed foreign one, which needs CORS headers; otherwise null.
   * Faults: `foreign-host`, `foreign-origin`.
   */
  check(request: PlainRequest): string | null;
}

const anyAddress = ['0.0.0.0', '::', ''];
const hostPattern = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Stands in a URL for a Host header of which no URL can be made; no guard takes it for a host. */
export const noHost = 'no-host!';

/** Whether a Host header's value is a host at all: a name or an address, with or without a port. */
export function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`http://${text}/`);
}

/** How the messages of a guard end: which settings would let a request in. */
interface GuardAdvice {
  readonly foreignHost: string;
  readonly foreignOrigin: string;
}

const mainAdvice: GuardAdvice = {
  foreignHost:
    'set public_url where a proxy passes this name on, or bind to another address with the setting http_host.',
  foreignOrigin: ' The setting http_allowed_origins adds origins.',
};

/**
 * A guard for a listener whose own pages, also at its address behind a proxy, and those of `allowedOrigins` may call it. `addressOf`
 * tells that address by what trusted proxies say; without it they are not asked.
 */
export function createGuard(
  allowedOrigins: readonly string[],
  publicUrl: string | null = null,
  addressOf: ((request: PlainRequest) => string) | null = null,
  advice: GuardAdvice = mainAdvice,
): Guard {
  const named = publicUrl === null ? null : new URL(publicUrl);
  const foreign = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  let anyHost = false;
  let hosts = new Set<string>();
  let origins = new Set<string>();
  const hostIsOwn = (host: string) =>
    hosts.has(host) || hosts.has(host.toLowerCase()) || (anyHost && isHost(host));

  return {
    listensOn(address) {
      anyHost = anyAddress.includes(address.host);
      hosts = new Set(anyHost ? [] : ownHosts(address));
      origins = new Set([...hosts].map((host) => `http://${host}`));
      if (named === null) return;
      const port = named.protocol === 'https:' ? 443 : 80;
      for (const host of named.port === '' ? [named.host, `${named.host}:${port}`] : [named.host])
        hosts.add(host);
      origins.add(named.origin);
    },
    check(request) {
      const { url, headers } = request;
      // The URL has the Host header's value, unless the request target is absolute, which overrides it.
      const authority = url.slice(url.indexOf('//') + 2, url.indexOf('/', 8));
      if (!hostIsOwn(authority)) {
        const own = hosts.size === 0 ? 'its own address' : [...hosts].join(', ');
        const host = quote(headers.get('host') ?? authority);
        throw new Fault(
          'foreign-host',
          `The request is for host ${host}, but this listener answers only as ${own}. Use one of those, ${advice.foreignHost}`,
        );
      }
      const origin = headers.get('origin');
      if (origin === null || origins.has(origin)) return null;
      if (anyHost && origin === `http://${authority}`) return null;
      if (addressOf !== null && origin === new URL(addressOf(request)).origin) return null;
      if (foreign.has(origin)) return origin;
      throw new Fault(
        'foreign-origin',
        `Pages of origin ${quote(origin)} may not call this listener.${advice.foreignOrigin}`,
      );
    },
  };
}

/** Every Host value that means this listener. Port 80 is the one that clients leave out. */
function ownHosts({ host, port }: ListenAddress): string[] {
  const given = bracketed(host.toLowerCase());
  const loopback = given === 'localhost' || given === '[::1]' || /^127(\.\d+){3}$/.test(given);
  const names = new Set(loopback ? ['127.0.0.1', 'localhost', '[::1]', given] : [given]);
  return [...names].flatMap((name) => (port === 80 ? [`${name}:80`, name] : [`${name}:${port}`]));
}

/** An IPv6 address in brackets, as URLs want it; anything else as it is. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** What a browser of an allowed foreign origin needs, to read an answer. */
export function addCorsHeaders(response: Response, origin: string): void {
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set(
    'Access-Control-Expose-Headers',
    'ETag, WWW-Authenticate, X-Precept-Warning, X-Request-Id, Mcp-Session-Id, MCP-Protocol-Version',
  );
  response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** The answer to a preflight request (an OPTIONS that names the method to come), or null when it is none. */
export function preflightResponse(request: Request): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
      'Access-Control-Allow-Headers':
        'Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
      'Access-Control-Max-Age': '600',
    },
  });
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
