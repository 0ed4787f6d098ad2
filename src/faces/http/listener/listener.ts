import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ConfigError } from '../../../config/config.ts';
import { Fault } from '../../../model/fault.ts';
import type { Logger } from '../../../runtime/log.ts';
import type { HttpApp } from '../app.ts';
import { cameOf } from '../guard/caller.ts';
import { bracketed, isHost, noHost } from '../guard/guard.ts';
import { notePeer } from '../guard/public-address.ts';
import { plainRequest } from '../plain.ts';
import type { AccessLog } from './access-log.ts';
import { watchConnections } from './graceful-close.ts';
import { nameResponse } from './request-id.ts';

/** Requests that may wait for their answers on one connection: thousands that come at once would keep others waiting. */
const unansweredPerConnection = 100;

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: Logger;
  /** The flag by which the port was typed. */
  readonly portFlag?: string | undefined;
  /** Hears of every request; none unless given. */
  readonly accessLog?: AccessLog | null;
}

export interface Listener {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets answers under way finish, and is done within a second: what takes longer is cut off. */
  close(): Promise<void>;
}

/** Serves the app on an address. An address that cannot be had is a ConfigError that names the setting. */
export async function startListener(app: HttpApp, options: ListenerOptions): Promise<Listener> {
  const { host, log, accessLog = null } = options;
  const fetch = (request: Request, { incoming }: { incoming: IncomingMessage }) => {
    if (hasTwoHosts(incoming.rawHeaders))
      return app.problem(new Fault('malformed-url', 'The request has two Host headers; send one.'), request);
    notePeer(request, incoming);
    if (accessLog !== null) cameOf(incoming, request);
    return app.fetch(request);
  };
  const handle = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: (error) =>
      // These are request targets that are no URL, `OPTIONS *` for instance; all else is answered by the app.
      (error as Error).name === 'RequestError'
        ? app.problem(
            new Fault('malformed-url', 'The request target is not a path of this server.', { cause: error }),
          )
        : app.problem(error),
  });
  const timeouts = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 5_000,
  };
  let usualHost: string | null = null;
  const server = createServer(timeouts, (incoming, outgoing) => {
    const { headers, socket } = incoming;
    if (connections.unanswered(socket) > unansweredPerConnection) socket.destroy();
    // What came in the same piece as the one too many is still handed over.
    if (socket.destroyed) return;
    nameResponse(outgoing);
    accessLog?.(incoming, outgoing);
    if (headers.host !== usualHost) {
      // No URL can be made of such a Host, and hono would answer 400; the guard refuses it as foreign.
      if (headers.host !== undefined && isHost(headers.host)) usualHost = headers.host;
      else headers.host = noHost;
    }
    if (incoming.method === 'GET' && app.atOnce !== undefined && !hasTwoHosts(incoming.rawHeaders)) {
      const request = plainRequest(incoming);
      notePeer(request, incoming);
      const response = app.atOnce(request);
      if (response !== null) {
        outgoing.writeHead(response.status, response.headers).end(response.body ?? undefined);
        return;
      }
    }
    handle(incoming, outgoing).catch((error: unknown) => log.error(`an answer could not be sent: ${error}`));
  });
  const connections = watchConnections(server);
  await listen(server, options);
  const actual = (server.address() as AddressInfo).port;
  app.listensOn({ host, port: actual });
  server.on('error', (error) => log.error(`the HTTP listener failed: ${error.message}`));

  const shown = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : bracketed(host);
  const end = () => {
    app.close?.();
    return connections.close();
  };
  return { url: `http://${shown}:${actual}`, port: actual, close: end };
}

/** Whether a request leaves open which host it is for; Node keeps the first alone (RFC 9112, 3.2). */
function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function listen(server: Server, { host, port, portFlag }: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, portFlag)));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function explain(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  portFlag = '--http-port',
): ConfigError {
  const elsewhere = `choose another with ${portFlag} or the setting http_port (0 takes a free one)`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use already; ${elsewhere}`,
    EACCES: `port ${port} of ${host} may not be used by this user; ${elsewhere}`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; choose another with --http-host or the setting http_host`,
    ENOTFOUND: `${host} is not a known host name; choose another with --http-host or the setting http_host`,
  };
  const reason =
    reasons[error.code ?? ''] ??
    `${bracketed(host)}:${port} cannot be listened on (${error.message}); see the settings http_host and http_port`;
  return new ConfigError(`HTTP listener: ${reason}`, { cause: error });
}
