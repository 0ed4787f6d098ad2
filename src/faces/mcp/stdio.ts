import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { lacksOwnFile, toFault } from '../../model/fault.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Service } from '../../service/service.ts';
import { type Announcer, announce } from './changes/announce.ts';
import { createSubscriptions } from './changes/subscriptions.ts';
import { createFrequent } from './frequent/frequent.ts';
import type { ReviewText } from './lists/prompts.ts';
import { createMeter } from './meter.ts';
import { noteReach } from './reach.ts';
import type { SdkConnection } from './sdk-connection.ts';
import { createDrainingTransport, type Delivery } from './wire/draining-transport.ts';
import { NotJson } from './wire/line-reader.ts';

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
 * What goes wrong on the wire is logged at `debug`, the first line that is no JSON as a warning, and as an error what ends the connection. The SDK is loaded by the first message
 * that it has to answer.
 */
export function serveMcpOverStdio(
  service: Promise<Service>,
  streams: { readonly stdin: Readable; readonly stdout: Writable },
  log: () => Logger,
  review: ReviewText,
): StdioConnection {
  const subscriptions = createSubscriptions();
  const reach = noteReach(service);
  const meter = createMeter(service, 'pipe');
  let hasFailed = false;
  let isWarned = false;
  const onerror = (error: Error) => {
    const fatal = /exceed/i.test(error.message);
    if (fatal) hasFailed = true;
    // Who writes messages by hand, or puts headers before them, would wait for an answer for ever.
    const isFirst = error instanceof NotJson && !isWarned;
    isWarned ||= isFirst;
    const tell = () => log()[fatal ? 'error' : isFirst ? 'warn' : 'debug'](`stdio: ${error.message}`);
    // Until the settings are read, only errors are told.
    if (isFirst) service.then(tell, () => {});
    else tell();
  };
  const send = async (message: JSONRPCMessage) => {
    meter.answered(message);
    await transport.send(message);
  };

  let opening: Promise<SdkConnection> | null = null;
  let sdk: SdkConnection | null = null;
  /** What waits for the SDK would wait for ever where it cannot be loaded, as after the program was removed. */
  const refuse = (value: unknown, error: unknown) => {
    log().error(`stdio: ${error instanceof Error ? error.message : String(error)}`);
    const { id, method } = (value ?? {}) as { readonly id?: RequestId; readonly method?: unknown };
    if (method === undefined || (typeof id !== 'string' && typeof id !== 'number')) return;
    const message = lacksOwnFile(error) ? toFault(error).message : 'Internal server error';
    const failure = { code: -32603, message };
    send({ jsonrpc: '2.0', id, error: failure }).catch(onerror);
  };
  const openSdk = async () => {
    const handshake = frequent.handshake();
    const { connectSdk } = await import('./sdk-connection.ts');
    const end = () => transport.close();
    sdk = await connectSdk({ service, subscriptions, review, handshake, send, end, onerror });
    return sdk;
  };
  const client: Announcer = {
    resourcesChanged: () => void notify('notifications/resources/list_changed').catch(onerror),
    resourceUpdated: () => {},
  };
  const notify = (method: string) => send({ method, jsonrpc: '2.0' });
  const frequent = createFrequent({
    service,
    send,
    onerror,
    leave: (message) => {
      opening ??= openSdk();
      opening.then(
        (connection) => connection.take(message),
        (error) => refuse(message, error),
      );
    },
    // The SDK announces by itself.
    opened: (known) =>
      known.onChange((change) => void (sdk === null && announce(change, known, [], client).catch(onerror))),
  });
  const note = (message: JSONRPCMessage) => {
    meter.asked(message);
    subscriptions.note(message);
    reach.note(message);
  };
  const delivery = (message: JSONRPCMessage, take: (message: JSONRPCMessage) => void): Delivery => ({
    message,
    take() {
      note(message);
      take(message);
    },
  });
  const transport = createDrainingTransport(streams.stdin, streams.stdout, service, (value) => {
    const take = frequent.taking(value);
    if (take !== null) return delivery(value as JSONRPCMessage, take);
    if (sdk !== null) return delivery(sdk.read(value), sdk.take);
    opening ??= openSdk();
    return opening.then(
      (opened) => delivery(opened.read(value), opened.take),
      (error) => {
        refuse(value, error);
        throw error;
      },
    );
  });
  transport.onerror = (error) => {
    onerror(error);
    sdk?.failed(error);
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      reach.close();
      sdk?.closed();
      resolve();
    };
  });
  transport.start();
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
      await sdk?.close();
    },
  };
}
