import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that answers under way get at shutdown; the program has a second in all. */
const gracePeriod = 800;

/**
 * Prepares a server for its end. The function given back stops accepting, lets answers under way finish, and settles
 * once every connection is closed, within a second: what takes longer is cut off. Each answer says from then on that its
 * connection ends (RFC 9112 section 9.6), so that no proxy sends its next request there.
 */
export function prepareGracefulClose(server: Server): () => Promise<void> {
  // Connections that have not sent a request yet, which Node counts as busy. Browsers open such ones to be fast later.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const open = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    if (closing !== undefined) return endConnection(response);
    open.add(response);
    response.once('close', () => open.delete(response));
  });

  return () => {
    if (closing === undefined) {
      closing = close(server, unused);
      for (const response of open) endConnection(response);
    }
    return closing;
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
