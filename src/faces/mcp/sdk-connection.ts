import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Service } from '../../service/service.ts';
import { type Announcer, announce } from './changes/announce.ts';
import { offerSubscriptions } from './changes/offer-updates.ts';
import type { Subscriptions } from './changes/subscriptions.ts';
import type { Handshake } from './frequent/frequent.ts';
import type { ReviewText } from './lists/prompts.ts';
import { createMcpServer } from './server.ts';

/** The SDK at the other end of a connection that others answer too. */
export interface SdkConnection {
  /** A message of the JSON that came in; throws for what is none. */
  read(value: unknown): JSONRPCMessage;
  take(message: JSONRPCMessage): void;
  /** The transport of the connection failed, or is closed. */
  failed(error: Error): void;
  closed(): void;
  close(): Promise<void>;
}

interface Parts {
  readonly service: Promise<Service>;
  readonly subscriptions: Subscriptions;
  readonly review: ReviewText | null;
  /** What the client has been answered already; null where nothing came before. */
  readonly handshake: Handshake | null;
  send(message: JSONRPCMessage): Promise<void>;
  /** Closes the transport. */
  end(): void;
  onerror(error: Error): void;
}

/** Has the SDK serve a connection; a handshake that the client has had is made good. */
export async function connectSdk(parts: Parts): Promise<SdkConnection> {
  const { service, subscriptions, review, handshake, send, onerror } = parts;
  const createServer = async () => {
    // What is broken is told by whoever opens it.
    const opened = await service.catch(() => null);
    const skills = opened?.config.settings.skills ?? false;
    const server = createMcpServer(opened ?? service, { skills, review, isMetered: false });
    offerSubscriptions(server, service, subscriptions);
    // The SDK makes a server for a probe too, which is soon disconnected.
    const sending = (notify: () => Promise<void>) => void (server.isConnected() && notify().catch(onerror));
    const client: Announcer = {
      resourcesChanged: () => sending(() => server.server.sendResourceListChanged()),
      resourceUpdated: (uri) => sending(() => server.server.sendResourceUpdated({ uri })),
    };
    opened?.onChange((change) => announce(change, opened, subscriptions.uris(), client).catch(onerror));
    return server;
  };

  // The answer to a handshake that was made good is for nobody.
  let wasAnswered: (() => void) | null = null;
  const transport: Transport = {
    start: async () => {},
    async send(message) {
      if (wasAnswered === null) return send(message);
      wasAnswered();
      wasAnswered = null;
    },
    close: async () => parts.end(),
  };
  const handle = serveStdio(createServer, { transport, onerror });
  const take = (message: JSONRPCMessage) => transport.onmessage?.(message);
  if (handshake !== null) {
    const { initialize, initialized } = handshake;
    const answered = new Promise<void>((resolve) => {
      wasAnswered = resolve;
    });
    take(initialize);
    await answered;
    if (initialized !== null) take(initialized);
  }
  return {
    read: parseJSONRPCMessage,
    take,
    failed: (error) => transport.onerror?.(error),
    closed: () => transport.onclose?.(),
    close: () => handle.close(),
  };
}
