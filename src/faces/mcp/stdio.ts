import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../runtime/log.ts';
import type { Service } from '../../service/service.ts';
import { createDrainingTransport } from './draining-transport.ts';
import { createMcpServer } from './server.ts';

export interface StdioConnection {
  /** Settles when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  /** Answers what was read, takes no more, and closes. */
  drain(): Promise<void>;
}

/**
 * Serves MCP of both protocol eras over a pair of streams until the input ends. `stdout` carries protocol only.
 * What goes wrong on the wire is logged at `debug`, or as an error where it ends the connection.
 */
export function serveMcpOverStdio(
  service: Promise<Service>,
  streams: { readonly stdin: Readable; readonly stdout: Writable },
  log: () => Logger,
): StdioConnection {
  const transport = createDrainingTransport(streams.stdin, streams.stdout);
  const createServer = () => {
    const server = createMcpServer(service);
    const announce = () => server.isConnected() && server.sendResourceListChanged();
    service.then(
      (opened) => opened.onReload(announce),
      () => {}, // Told by whoever opens it.
    );
    return server;
  };
  const handle = serveStdio(createServer, {
    transport,
    onerror(error) {
      const fatal = /exceed/i.test(error.message);
      log()[fatal ? 'error' : 'debug'](`stdio: ${error.message}`);
    },
  });
  const closed = new Promise<void>((resolve) => {
    const onclose = transport.onclose;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return {
    closed,
    async drain() {
      transport.drain();
      await closed;
      await handle.close();
    },
  };
}
