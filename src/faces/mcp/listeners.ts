import { AsyncLocalStorage } from 'node:async_hooks';
import { ProtocolErrorCode, type ServerEventBus } from '@modelcontextprotocol/server';
import { bothChanges, type Change } from '../../model/change.ts';
import type { Service } from '../../service/service.ts';
import { announce } from './changes/announce.ts';
import { listenedTo } from './changes/subscriptions.ts';

/** Who opens a stream of notifications, and the resources it is about. */
interface Listening {
  readonly service: Service;
  readonly uris: readonly string[];
}

/** Resources that one stream may be about: more than we list, and few enough to be gone through at each change. */
const maxResources = 2000;
/** Bytes that may wait for a reader: more than all resources of a stream at once. A stream that is not read ends there. */
const maxUnread = 1024 * 1024;

/** The open `subscriptions/listen` streams of the HTTP handler. */
export interface Listeners {
  /** What the SDK asks for events. */
  readonly bus: ServerEventBus;
  /** Runs the handling of a request that opens a stream, which hears what its caller, who sees `view`, may hear. */
  during(request: Request, view: () => Service, handle: () => Promise<Response>): Promise<Response>;
  /** Tells every stream, one after the other, what it is about; changes that come meanwhile are reported together afterwards. */
  tell(change: Change): void;
}

/**
 * Listeners that remember which resources each stream is about: the SDK keeps that to itself, and would have to be asked for
 * every resource of every scope that a change may show in.
 */
export function createListeners(maxBodySize: number, onerror: (error: Error) => void): Listeners {
  const current = new AsyncLocalStorage<Listening>();
  type Listener = Parameters<ServerEventBus['subscribe']>[0];
  const open = new Map<Listener, Listening | undefined>();
  let waiting: Change | null = null;
  let isTelling = false;

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (waiting !== null) {
      const change = waiting;
      waiting = null;
      for (const [listener, listening] of [...open]) {
        if (listening === undefined || !open.has(listener)) continue;
        await announce(change, listening.service, listening.uris, {
          resourcesChanged: () => listener({ kind: 'resources_list_changed' }),
          resourceUpdated: (uri) => listener({ kind: 'resource_updated', uri }),
        }).catch(onerror);
        // Other requests are not to wait for all of the streams.
        await new Promise(setImmediate);
      }
    }
    isTelling = false;
  }

  return {
    bus: {
      publish: (event) => {
        for (const listener of [...open.keys()]) listener(event);
      },
      subscribe(listener) {
        open.set(listener, current.getStore());
        return () => void open.delete(listener);
      },
    },
    async during(request, view, handle) {
      const message = parsed(await readStart(request.clone().body, maxBodySize));
      const uris = listenedTo(message);
      if (uris.length > maxResources) return tooMany((message as { id?: unknown }).id);
      return endIfUnread(await current.run({ service: view(), uris }, handle));
    },
    tell(change) {
      waiting = waiting === null ? change : bothChanges(waiting, change);
      if (!isTelling) void tellAll();
    },
  };
}

function tooMany(id: unknown): Response {
  const message = `A stream is about ${maxResources} resources at most; open another for the rest.`;
  return Response.json({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } });
}

/**
 * The same answer, which ends when too much of it waits for its reader: the SDK goes on writing to one that never reads,
 * and anybody could fill the memory with it.
 */
function endIfUnread(response: Response): Response {
  if (response.body === null) return response;
  const source = response.body.getReader();
  async function pass(controller: ReadableStreamDefaultController): Promise<void> {
    for (;;) {
      const { done, value } = await source.read();
      if (done) return controller.close();
      controller.enqueue(value);
      if ((controller.desiredSize ?? 0) <= 0) await source.cancel();
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void pass(controller).catch((error) => controller.error(error)),
      cancel: (reason) => source.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnread }),
  );
  return new Response(body, response);
}

/** The text of a body, cut off after some bytes. */
async function readStart(body: Request['body'], limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
