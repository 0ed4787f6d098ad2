import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../support/free-port.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';

/** A real master that can be killed and started again at the same address. */
export interface Master {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL: no answer in flight is finished. */
  kill(): Promise<void>;
}

/** A master, not started yet, that stores feedback in `file`. */
export async function createMaster(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Master> {
  const port = await freePort();
  let program: RunningProgram | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      program = await startProgram(['serve', '--port', `${port}`], {
        env: { PRECEPT_FEEDBACK_FILE: file, ...env },
      });
      await program.logged('listening on');
    },
    async kill() {
      program?.signal('SIGKILL');
      await program?.ended;
    },
  };
}

export interface Stub {
  readonly url: string;
  /** Keys of the requests so far. */
  readonly keys: readonly string[];
  /** What the next requests are answered; the last one stays. */
  answer(...statuses: number[]): void;
  close(): Promise<void>;
}

/** A server that answers as told, for what a master of ours never does, on any port or that one. Status 0 hangs. */
export async function createStub(port = 0): Promise<Stub> {
  const keys: string[] = [];
  let statuses = [201];
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    const status = statuses.length > 1 ? (statuses.shift() ?? 201) : (statuses[0] ?? 201);
    request.resume();
    if (status === 0) return;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
  }).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    answer: (...wanted) => {
      statuses = wanted;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
