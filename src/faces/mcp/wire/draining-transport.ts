import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { createLineReader } from './line-reader.ts';
import { createMessageWriter } from './message-writer.ts';

/**
 * Milliseconds of waiting, for a master or a disk, after which answers in the making are given up once the input has ended. Work
 * does not count, since it takes a multiple of its time on a busy machine and is bounded otherwise.
 */
const drainLimit = 900;

/** Bytes of answers that a client has not read, and requests in the making, beyond which no more are taken. */
const maxUnread = 4 * 1024 * 1024;
const maxPending = 64;

/** A message that came in, and what takes it. */
export interface Delivery {
  readonly message: JSONRPCMessage;
  take(): void;
}

export interface DrainingTransport {
  onerror?: (error: Error) => void;
  onclose?: () => void;
  start(): void;
  send(message: JSONRPCMessage): Promise<void>;
  /** Takes no more input and closes once what was read is answered, or nothing more came in a second of waiting. */
  drain(): void;
  close(): void;
}

/**
 * A stdio transport that answers what it has read before it ends. The SDK's own aborts what is in flight as soon as
 * the input ends, so a client that writes its requests and closes its end would get no answer. Nothing can be answered before
 * `ready` settles, so that this time does not count. `read` makes a message of the JSON of a line, at once or once it has what it
 * takes, and throws for what is none; messages are taken in the order in which they came.
 */
export function createDrainingTransport(
  stdin: Readable,
  stdout: Writable,
  ready: Promise<unknown>,
  read: (value: unknown) => Delivery | Promise<Delivery>,
): DrainingTransport {
  const pending = new Set<RequestId>();
  const waiting: unknown[] = [];
  const lines = createLineReader();
  const writer = createMessageWriter(stdout);
  let isReading = false;
  let isClosed = false;
  // Each answer that waits for a slow reader adds two, which is not a leak that Node should warn of.
  stdout.setMaxListeners(0);
  const isBusy = () => isReading || stdout.writableLength > maxUnread || pending.size >= maxPending;
  const report = (error: unknown) => transport.onerror?.(error as Error);
  const deliver = ({ message, take }: Delivery) => {
    if (isClosed) return;
    if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen')
      pending.add(message.id);
    // A cancelled request gets no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      pending.delete(message.params?.requestId as RequestId);
    take();
  };
  const readAndDeliver = (value: unknown) => {
    try {
      const delivery = read(value);
      if (!(delivery instanceof Promise)) return deliver(delivery);
      isReading = true;
      void delivery.then(deliver).catch(report).finally(goOnAfterReading);
    } catch (error) {
      report(error);
    }
  };
  const goOnAfterReading = () => {
    isReading = false;
    goOnReading();
    drain.look();
  };
  /** Hands on what waits for as long as the client reads; requests that it floods us with stay in its own pipe. */
  const goOnReading = () => {
    while (waiting.length > 0 && !isBusy()) readAndDeliver(waiting.shift());
    if (waiting.length > 0) stdin.pause();
    else if (stdin.isPaused() && !isClosed) stdin.resume();
  };
  const onData = (chunk: Buffer) => {
    try {
      lines.append(chunk);
    } catch (error) {
      report(error);
      return transport.close();
    }
    for (const value of lines.take(report)) waiting.push(value);
    goOnReading();
  };
  const onOutputError = (error: Error) => {
    report(error);
    transport.close();
  };
  const isAnswered = () => pending.size + waiting.length === 0 && !isReading;
  const drain = createDrain({ isAnswered, isReading: () => isReading, ready, done: () => transport.close() });

  const transport: DrainingTransport = {
    start() {
      stdout.on('drain', goOnReading);
      stdout.on('error', onOutputError);
      stdin.on('data', onData);
      stdin.on('error', report);
      stdin.once('end', drain.start);
      stdin.once('close', drain.start);
    },
    async send(message) {
      await writer.write(message);
      if ('method' in message || message.id === undefined) return;
      pending.delete(message.id);
      goOnReading();
      drain.look();
    },
    drain: drain.start,
    close() {
      if (isClosed) return;
      isClosed = true;
      writer.close();
      stdin.off('data', onData);
      stdin.pause();
      // Nothing can be answered any more, so that there is nothing to wait for.
      waiting.length = 0;
      pending.clear();
      transport.onclose?.();
    },
  };
  return transport;
}

/**
 * The wait for answers after the input has ended: `done` is called once all are given, or nothing more came in the limit, which does
 * not count while what answers is being loaded. `look` is for after each answer; the limit starts afresh with it.
 */
function createDrain({
  isAnswered,
  isReading,
  ready,
  done,
}: {
  isAnswered(): boolean;
  isReading(): boolean;
  ready: Promise<unknown>;
  done(): void;
}) {
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
      const left = isReading() ? drainLimit : drainLimit - performance.eventLoopUtilization(start).idle;
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
