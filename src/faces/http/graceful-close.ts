import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that answers under way get at shutdown; the program has a second in all. */
const gracePeriod = 800;

/**
 * Prepares a server for its end. The function given back stops accepting, lets answers under way finish, and settles
 * once every connection is closed, within a second: what takes longer is cut off.
 */
export function prepareGracefulClose(server: Server): () => Promise<void> {
  // Connections that have not sent a request yet, which Node counts as busy. Browsers open such ones to be fast later.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));

  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close(server, unused);
    return closing;
  };
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
