import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { compare, type Figure, type Goal, unmeasured } from './figure.ts';
import { processorTime } from './processor-time.ts';
import { interleave } from './stats.ts';

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

/** Milliseconds that one side runs before the other takes its turn. */
const block = 150;

type Running = Awaited<ReturnType<typeof createLoad>>;

/** Two servers under load in turn: answers per second, and per second of processor time where the machine tells it. */
export async function compareLoads(
  { part, what }: { readonly part: string; readonly what: string },
  rounds: { readonly runs: number; readonly warmup: number },
  sides: Readonly<Record<'product' | 'floor', { readonly load: Running; readonly pid: number }>>,
  goal: Goal,
): Promise<Figure[]> {
  const turn =
    ({ load, pid }: (typeof sides)['product']) =>
    async () => {
      const before = await processorTime(pid);
      const perSecond = await load.throughput(block);
      const after = await processorTime(pid);
      const taken = before === null || after === null ? null : after - before;
      return { perSecond, perProcessor: taken === null ? null : (load.answers() * 1000) / taken };
    };
  const turns = await interleave(rounds, { product: turn(sides.product), floor: turn(sides.floor) });
  for (const { load } of Object.values(sides)) load.close();
  const perSecond = (side: 'product' | 'floor') => turns[side].map((one) => one.perSecond);
  const perProcessor = (side: 'product' | 'floor') => turns[side].flatMap((one) => one.perProcessor ?? []);
  const passed = { product: perSecond('product'), floor: perSecond('floor') };
  const taken = { product: perProcessor('product'), floor: perProcessor('floor') };
  return [
    compare({ part, what, unit: '/s' }, passed, goal),
    taken.product.length < rounds.runs
      ? unmeasured(part, `${what}, processor`, 'only Linux tells the processor time of another process')
      : compare({ part, what: `${what}, processor`, unit: '/s' }, taken, goal),
  ];
}

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** What is posted; nothing, and a GET, where it is left out. */
  readonly body?: string;
  /** 64 where it is left out. */
  readonly connections?: number;
}

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');

/**
 * Keep-alive connections that ask as fast as they are answered, over bare sockets: a client that leaves the
 * processor to the server.
 */
export async function createLoad({ port, path, headers, status, body, connections = 64 }: Load) {
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
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
    /** All answers of the last turn, those that came after its end included. */
    answers: () => answers,
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

/** Calls `done` after each whole response; its length comes from Content-Length, or it is in chunks, or there is no body. */
function responseReader(status: number, done: (error?: Error) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let missing = 0;
  /** The last bytes of a response in chunks; null for others. */
  let last: Buffer | null = null;
  const expected = `HTTP/1.1 ${status} `;
  const endInChunks = (chunk: Buffer) => {
    last = Buffer.concat([last ?? chunk, chunk]).subarray(-endOfChunks.length);
    if (!last.equals(endOfChunks)) return;
    last = null;
    done();
  };
  return (chunk) => {
    if (last !== null) return endInChunks(chunk);
    if (missing > 0) {
      missing -= chunk.length;
      if (missing === 0) done();
      return;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(endOfHead);
    if (end < 0) return;
    const text = head.toString('latin1', 0, end);
    const rest = head.subarray(end + endOfHead.length);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    missing = length - rest.length;
    head = Buffer.alloc(0);
    if (!text.startsWith(expected)) done(new Error(`wanted ${status}, got: ${text.slice(0, 200)}`));
    else if (/transfer-encoding: chunked/i.test(text)) {
      missing = 0;
      last = Buffer.from('\r\n');
      endInChunks(rest);
    } else if (missing === 0) done();
  };
}
