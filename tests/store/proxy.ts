import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterFile } from '../support/after-file.ts';

/** What stands between a program and the database. */
interface Proxy {
  /** The address of the database by way of it. */
  readonly url: string;
  /** The next answer is lost after the database has done its work. */
  loseNextAnswer(): void;
  /**
   * The connection on which a statement with `text` comes next breaks before the database hears of it: it is closed, or reset. Settles
   * when that has happened.
   */
  breakAt(text: string, how: 'closed' | 'reset'): Promise<void>;
  close(): Promise<unknown>;
}

/** Starts one to the database at `url`. */
export async function startProxy(url: string): Promise<Proxy> {
  const to = Number(new URL(url).port);
  let loses = false;
  let breaks: ((chunk: Buffer, client: Socket) => boolean) | null = null;
  const proxy = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    client.on('data', (chunk) => {
      if (breaks?.(chunk, client) === true) server.destroy();
      else server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!loses) return void client.write(chunk);
      loses = false;
      client.destroy();
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterFile(() => void proxy.close());
  return {
    url: url.replace(/:\d+\//, `:${(proxy.address() as AddressInfo).port}/`),
    loseNextAnswer: () => {
      loses = true;
    },
    breakAt: (text, how) =>
      new Promise((resolve) => {
        breaks = (chunk, client) => {
          if (!chunk.includes(text)) return false;
          breaks = null;
          if (how === 'reset') client.resetAndDestroy();
          else client.end();
          resolve();
          return true;
        };
      }),
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}
