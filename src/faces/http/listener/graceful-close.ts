import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that answers under way get at shutdown; the program has a second in all. */
const gracePeriod = 800;

/** The connections of a server. */
export interface Connections {
  /** Requests of a connection that wait for their answers. */
  unanswered(socket: Socket): number;
  /**
   * Stops accepting, lets answers under way finish, and settles once every connection is closed, within a second: what takes longer is
   * cut off. Each answer says from then on that its connection ends (RFC 9112 section 9.6), so that no proxy sends its next request there.
   */
  close(): Promise<void>;
}

/** Keeps count of the connections of a server from now on. */
export function watchConnections(server: Server): Connections {
  // Connections that have not sent a request yet, which Node counts as busy. Browsers open such ones to be fast later.
  const unused = new Set<Socket>();
  // By connection: Node never closes an answer whose turn had not come when its connection broke.
  const open = new Map<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    unused.add(socket);
    open.set(socket, new Set());
    socket.once('close', () => {
      unused.delete(socket);
      open.delete(socket);
    });
  });
  let closing: Promise<void> | undefined;
  /** One for all, since a function for each takes more time. */
  function forget(this: ServerResponse): void {
    open.get(this.req.socket)?.delete(this);
  }
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    if (closing !== undefined) endConnection(response);
    open.get(socket)?.add(response);
    response.on('close', forget);
  });

  return {
    unanswered: (socket) => open.get(socket)?.size ?? 0,
    close() {
      if (closing === undefined) {
        closing = close(server, unused);
        for (const response of [...open.values()].flatMap((answers) => [...answers])) endConnection(response);
      }
      return closing;
    },
  };
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

async function close(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of unused) socket.destroy();
  // A kept connection is idle only once its answer is out, and Node closes those of the first moment only.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), gracePeriod);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
