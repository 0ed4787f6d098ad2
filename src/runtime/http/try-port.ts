import { createServer } from 'node:net';
import { errorCode } from '../files/files.ts';

/** The code of the system's refusal to listen on an address; null where it can be had. It is given back at once. */
export function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) || error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
