import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/**
 * Milliseconds of waiting, for a master or a disk, after which answers in the making are given up once the input has ended. Work
 * does not count, since it takes a multiple of its time on a busy machine and is bounded otherwise.
 */
const drainLimit = 900;

/** Bytes of answers that a client has not read, and requests in the making, beyond which no more are taken. */
const maxUnread = 4 * 1024 * 1024;
const maxPending = 64;

export interface DrainingTransport extends Transport {
  /** Takes no more input and closes once what was read is answered, or nothing more came in a second of waiting. */
  drain(): void;
}

/**
 * A stdio transport that answers what it has read before it ends. The SDK's own aborts what is in flight as soon as
 * the input ends, so a client that writes its requests and closes its end would get no answer. Nothing can be answered before
 * `ready` settles, so that this time does not count.
 */
export function createDrainingTransport(
  stdin: Readable,
  stdout: Writable,
  ready: Promise<unknown>,
): DrainingTransport {
  const pending = new Set<RequestId>();
  const waiting: JSONRPCMessage[] = [];
  const input = Object.assign(new EventEmitter(), {
    readableEnded: false,
    destroyed: false,
    pause: () => stdin.pause(),
  });
  const inner = new StdioServerTransport(input as unknown as Readable, stdout);
  // Each answer that waits for a slow reader adds two, which is not a leak that Node should warn of.
  stdout.setMaxListeners(0);
  const isBusy = () => stdout.writableLength > maxUnread || pending.size >= maxPending;
  const deliver = (message: JSONRPCMessage) => {
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') pending.add(message.id);
    // A cancelled request gets no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      pending.delete(message.params?.requestId as RequestId);
    transport.onmessage?.(message);
  };
  /** Hands on what waits for as long as the client reads; requests that it floods us with stay in its own pipe. */
  const goOnReading = () => {
    while (waiting.length > 0 && !isBusy()) deliver(waiting.shift() as JSONRPCMessage);
    if (waiting.length === 0 && stdin.isPaused()) stdin.resume();
  };
  const isAnswered = () => pending.size + waiting.length === 0;
  const drain = createDrain(isAnswered, ready, () => input.emit('end'));

  const transport: DrainingTransport = {
    async start() {
      inner.onclose = () => {
        waiting.length = 0;
        pending.clear(); // Nothing can be answered any more, so that there is nothing to wait for.
        transport.onclose?.();
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onmessage = (message) => {
        if (waiting.length === 0 && !isBusy()) return deliver(message);
        waiting.push(message);
        stdin.pause();
      };
      stdout.on('drain', goOnReading);
      await inner.start();
      stdin.on('data', (chunk) => input.emit('data', chunk));
      stdin.on('error', (error) => input.emit('error', error));
      stdin.once('end', drain.start);
      stdin.once('close', drain.start);
    },
    async send(message) {
      await inner.send(message);
      if (!isJSONRPCResponse(message) || message.id === undefined) return;
      pending.delete(message.id);
      goOnReading();
      drain.look();
    },
    drain: drain.start,
    close: () => inner.close(),
  };
  return transport;
}

/**
 * The wait for answers after the input has ended: `done` is called once all are given, or nothing more came in the limit. `look`
 * is for after each answer; the limit starts afresh with it.
 */
function createDrain(isAnswered: () => boolean, ready: Promise<unknown>, done: () => void) {
  let hasStarted = false;
  let isWaiting = false;
  let timer: NodeJS.Timeout | undefined;

  const finish = () => {
    clearTimeout(timer);
    isWaiting = false;
    done();
  };
  const look = () => {
    if (!isWaiting) return;
    clearTimeout(timer);
    if (isAnswered()) return finish();
    const start = performance.eventLoopUtilization();
    const giveUp = () => {
      const left = drainLimit - performance.eventLoopUtilization(start).idle;
      if (left <= 0) finish();
      else timer = setTimeout(giveUp, left);
    };
    timer = setTimeout(giveUp, drainLimit);
  };
  return {
    look,
    start() {
      if (hasStarted) return;
      hasStarted = true;
      // Requests of the last chunk reach their handlers in this turn of the event loop.
      setImmediate(() => {
        isWaiting = true;
        if (isAnswered()) finish();
        else void ready.then(look, finish);
      });
    },
  };
}
