import { type AuthInfo, createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Claims } from '../../model/claims.ts';
import { readLoop } from '../../model/loop.ts';
import type { Service } from '../../service/service.ts';
import { offerUpdates } from './changes/offer-updates.ts';
import { answerPlainly, plainEra } from './frequent/plain-http.ts';
import { createListeners } from './listeners.ts';
import { createMcpServer } from './server.ts';

/** Bytes of a request body that are read at most: arguments of tools are small. */
const maxRequestBodySize = 256 * 1024;

export interface McpHttp {
  /**
   * Answers one request of Streamable HTTP; Host, Origin and token have been checked by then. `claims` are what the token
   * says, null where nobody has to log in.
   */
  fetch(request: Request, claims: Claims | null): Promise<Response>;
  /** Ends the streams that are open; calls under way, and those that still come, are answered. */
  close(): Promise<void>;
}

/**
 * MCP of both protocol eras over Streamable HTTP, without sessions: each request gets a server of its own, made by
 * `createServer` over the service as its caller may see it.
 */
export function createMcpHttp(
  service: Service,
  createServer: (caller: Service) => McpServer = (caller) =>
    createMcpServer(caller, { skills: caller.config.settings.skills }),
): McpHttp {
  const onerror = (error: Error) => service.log.debug(`mcp: ${error.message}`);
  const listeners = createListeners(maxRequestBodySize, onerror);
  const viewOf = (request: Request | undefined, claims: Claims | null) =>
    service.for({ hops: readLoop(request?.headers.get('cdn-loop')), claims, network: true });
  const createHandler = () =>
    createMcpHandler(
      ({ era, requestInfo, authInfo }) => {
        const server = createServer(viewOf(requestInfo, claimsIn(authInfo)));
        // Without sessions there is nobody to tell in the legacy era.
        if (era === 'modern') offerUpdates(server);
        return server;
      },
      { maxRequestBodySize, onerror, bus: listeners.bus },
    );
  const calls = createHandler();
  // A handler of its own: closing one ends calls under way too.
  const streams = createHandler();
  const stop = service.onChange((change) => listeners.tell(change));
  const askSdk = async (request: Request, claims: Claims | null) =>
    onceAnswered(await calls.fetch(request, { authInfo: withClaims(claims) }));
  const call = async (request: Request, claims: Claims | null) => {
    const era = plainEra(request);
    if (era === null) return askSdk(request, claims);
    const body = await request.text().catch(brokenOff);
    const { url, method, headers, signal } = request;
    const answer =
      typeof body === 'string'
        ? await answerPlainly(era, body, headers.get('mcp-name'), viewOf(request, claims))
        : null;
    return answer ?? askSdk(new Request(url, { method, headers, body, signal, duplex: 'half' }), claims);
  };
  let isClosed = false;
  return {
    async fetch(request, claims) {
      if (!isListening(request)) return call(request, claims);
      if (isClosed) return new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
      const open = () => streams.fetch(request, { authInfo: withClaims(claims) });
      return listeners.during(request, () => viewOf(request, claims), open);
    },
    async close() {
      isClosed = true;
      stop();
      await streams.close();
    },
  };
}

/** A body that breaks off as another did: the SDK has its own word for that, and cannot read one twice. */
function brokenOff(error: unknown): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}

/** Whether a request opens a stream of notifications. The SDK refuses modern requests whose header and body disagree. */
function isListening(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}

/**
 * A response that is given only when the first of its body is there: a proxy can ask another replica as long as it has
 * heard nothing.
 */
async function onceAnswered(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const source = response.body.getReader();
  const first = await source.read();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await source.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => source.cancel(reason),
  });
  return new Response(body, response);
}

/** The SDK hands this through to the server it makes for a request; the token itself does not concern MCP. */
function withClaims(claims: Claims | null): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { claims } };
}

/** What `withClaims` put in; without it there is no server, so that nobody is let in by mistake. */
function claimsIn(info: AuthInfo | undefined): Claims | null {
  if (info?.extra === undefined || !('claims' in info.extra))
    throw new TypeError('an MCP request came without word of who sent it');
  return info.extra.claims as Claims | null;
}
