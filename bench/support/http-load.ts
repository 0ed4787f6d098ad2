import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';

export interface HttpServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `node …args` and waits for the line on stderr that tells where it listens. */
export async function startHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  // A part that fails does not come to its stop().
  process.once('exit', () => child.kill());
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    let told = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(told)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', (code) =>
      reject(new Error(`the server ended with code ${code}: ${told.slice(-500)}`)),
    );
  });
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

const connections = 64;
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Keep-alive connections that ask as fast as they are answered, over bare sockets: a client that leaves the
 * processor to the server.
 */
export async function createLoad({ port, path, headers, status }: Load) {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  let running = false;
  let answers = 0;
  let failure: Error | undefined;
  const idle: (() => void)[] = [];
  for (const socket of sockets) {
    socket.on(
      'data',
      responseReader(status, (error) => {
        failure ??= error;
        answers += 1;
        if (running && failure === undefined) socket.write(request);
        else idle.pop()?.();
      }),
    );
  }
  return {
    /** Answers per second over this many milliseconds. */
    async throughput(milliseconds: number): Promise<number> {
      running = true;
      answers = 0;
      const drained = Promise.all(sockets.map(() => new Promise<void>((resolve) => idle.push(resolve))));
      const start = performance.now();
      for (const socket of sockets) socket.write(request);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const perSecond = (answers * 1000) / (performance.now() - start);
      running = false;
      await drained;
      if (failure !== undefined) throw failure;
      return perSecond;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Calls `done` after each whole response; lengths come from Content-Length, or there is no body. */
function responseReader(status: number, done: (error?: Error) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let missing = 0;
  const expected = `HTTP/1.1 ${status} `;
  return (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing === 0) done();
      return;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(endOfHead);
    if (end < 0) return;
    const text = head.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    missing = end + endOfHead.length + length - head.length;
    head = Buffer.alloc(0);
    if (!text.startsWith(expected)) done(new Error(`wanted ${status}, got: ${text.slice(0, 200)}`));
    else if (/transfer-encoding/i.test(text))
      done(new Error('the response is chunked, which this load cannot read'));
    else if (missing === 0) done();
  };
}
