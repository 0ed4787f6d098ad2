import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../runtime/log.ts';
import type { Service } from '../../service/service.ts';
import { type Announcer, announce } from './changes/announce.ts';
import { createSubscriptions } from './changes/subscriptions.ts';
import { createDrainingTransport } from './draining-transport.ts';
import type { ReviewText } from './lists/prompts.ts';
import { noteReach } from './reach.ts';
import { createMcpServer } from './server.ts';

export interface StdioConnection {
  /** Whether the client sent what the connection could not go on after, a line that is too long for instance. */
  failed(): boolean;
  /** Settles when no more can come, though what was read may not be answered yet: the input has ended, or the connection. */
  readonly ending: Promise<void>;
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
  review: ReviewText | null = null,
): StdioConnection {
  const transport = createDrainingTransport(streams.stdin, streams.stdout, service);
  const subscriptions = createSubscriptions();
  const reach = noteReach(service);
  let hasFailed = false;
  const onerror = (error: Error) => {
    const fatal = /exceed/i.test(error.message);
    if (fatal) hasFailed = true;
    log()[fatal ? 'error' : 'debug'](`stdio: ${error.message}`);
  };
  const createServer = async () => {
    // What is broken is told by whoever opens it.
    const opened = await service.catch(() => null);
    const server = createMcpServer(
      opened ?? service,
      'pipe',
      opened?.config.settings.skills ?? false,
      review,
    );
    subscriptions.serve(server, service);
    // The SDK makes a server for a probe too, which is soon disconnected.
    const send = (notify: () => Promise<void>) => void (server.isConnected() && notify().catch(onerror));
    const client: Announcer = {
      resourcesChanged: () => send(() => server.server.sendResourceListChanged()),
      resourceUpdated: (uri) => send(() => server.server.sendResourceUpdated({ uri })),
    };
    opened?.onChange((change) => announce(change, opened, subscriptions.uris(), client).catch(onerror));
    return server;
  };
  const handle = serveStdio(createServer, { transport, onerror });
  const onmessage = transport.onmessage;
  transport.onmessage = (message, extra) => {
    subscriptions.note(message);
    reach.note(message);
    onmessage?.(message, extra);
  };
  const closed = new Promise<void>((resolve) => {
    const onclose = transport.onclose;
    transport.onclose = () => {
      reach.close();
      onclose?.();
      resolve();
    };
  });
  const ending = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) streams.stdin.once(event, resolve);
    void closed.then(resolve);
  });
  return {
    failed: () => hasFailed,
    ending,
    async drain() {
      transport.drain();
      await closed;
      await handle.close();
    },
  };
}
