import { connect } from 'node:net';
import { createHttpApp, type HttpAppOptions } from '../../src/faces/http/app.ts';
import { type Listener, startListener } from '../../src/faces/http/listener/listener.ts';
import { afterFile } from '../support/after-file.ts';
import { testService } from '../support/service.ts';
import { smallContent } from './client.ts';

/** A listener over a new service, closed after the file's tests. */
export async function listen(
  options: Partial<HttpAppOptions> & { host?: string; port?: number; origins?: string[] } = {},
): Promise<Listener & { logged: readonly string[] }> {
  const { host = '127.0.0.1', port = 0, origins = [], ...rest } = options;
  const { service, logged } = await testService(smallContent, { http_allowed_origins: origins });
  const app = createHttpApp(service, { readAsset: async () => null, ...rest });
  const listener = await startListener(app, { host, port, log: service.log });
  afterFile(() => listener.close());
  return { ...listener, logged };
}

/** Sends bytes over one connection and gives everything that came back once it is closed, or after `wait` ms. */
export function raw(port: number, text: string, wait = 60_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    const timer = setTimeout(() => socket.destroy(), wait);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

/** One request of these header lines, on a connection that is closed after it. */
export const ask = (port: number, first: string, headers: readonly string[], body = '') =>
  raw(port, [first, ...headers, 'Connection: close', '', body].join('\r\n'));

export const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);
export const get = 'GET /api/v1/scopes HTTP/1.1';
