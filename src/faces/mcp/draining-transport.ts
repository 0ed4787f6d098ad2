import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Milliseconds that answers in the making get after the input has ended. */
const drainLimit = 900;

export interface DrainingTransport extends Transport {
  /** Takes no more input and closes once what was read is answered, within a second. */
  drain(): void;
}

/**
 * A stdio transport that answers what it has read before it ends. The SDK's own aborts what is in flight as soon as
 * the input ends, so a client that writes its requests and closes its end would get no answer.
 */
export function createDrainingTransport(stdin: Readable, stdout: Writable): DrainingTransport {
  const pending = new Set<RequestId>();
  let whenIdle: (() => void) | undefined;

  const input = Object.assign(new EventEmitter(), {
    readableEnded: false,
    destroyed: false,
    pause: () => stdin.pause(),
  });
  const inner = new StdioServerTransport(input as unknown as Readable, stdout);
  // Each answer that waits for a slow reader adds two, which is no leak that Node should warn of.
  stdout.setMaxListeners(0);
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    const finish = () => {
      clearTimeout(timer);
      input.emit('end');
    };
    const timer = setTimeout(finish, drainLimit);
    whenIdle = finish;
    // Requests of the last chunk reach their handlers in this turn of the event loop.
    setImmediate(() => pending.size === 0 && finish());
  };

  const transport: DrainingTransport = {
    async start() {
      inner.onclose = () => {
        pending.clear(); // Nothing can be answered any more, so that there is nothing to wait for.
        transport.onclose?.();
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onmessage = (message) => {
        if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') pending.add(message.id);
        // A cancelled request gets no answer.
        if ('method' in message && message.method === 'notifications/cancelled')
          pending.delete(message.params?.requestId as RequestId);
        transport.onmessage?.(message);
      };
      await inner.start();
      stdin.on('data', (chunk) => input.emit('data', chunk));
      stdin.on('error', (error) => input.emit('error', error));
      stdin.once('end', end);
      stdin.once('close', end);
    },
    async send(message) {
      await inner.send(message);
      if (isJSONRPCResponse(message) && message.id !== undefined) pending.delete(message.id);
      if (ended && pending.size === 0) whenIdle?.();
    },
    drain: end,
    close: () => inner.close(),
  };
  return transport;
}
