import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to who asks for any, so that nobody is given it in the meantime. */
const first = 12_000;
const count = 18_000;

/** Each process of vitest has its own ports to itself. */
const processes = 50;
const own = Number(process.env.VITEST_POOL_ID ?? 0) % processes;
let next = Math.floor(Math.random() * count);

/** A port that nothing listens on now, and that nothing is given that does not ask for it. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    next += processes;
    const port = first + (next % count) - (next % processes) + own;
    if (await isFree(port, host)) return port;
  }
}

/** Whether an address of this machine can be listened on; false too where it is not one. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}
