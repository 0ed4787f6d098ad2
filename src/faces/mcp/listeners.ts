import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Change } from '../../model/change.ts';
import type { Service } from '../../service/service.ts';
import { announce } from './announce.ts';
import { listenedTo } from './subscriptions.ts';

/** Who opens a stream of notifications, and the resources it is about. */
interface Listening {
  readonly service: Service;
  readonly uris: readonly string[];
}

/** The open `subscriptions/listen` streams of the HTTP handler. */
export interface Listeners {
  /** What the SDK asks for events. */
  readonly bus: ServerEventBus;
  /** Runs the handling of a request; a stream that opens in it hears what its caller, who sees `view`, may hear. */
  during<Result>(request: Request, view: () => Service, handle: () => Promise<Result>): Promise<Result>;
  tell(change: Change): Promise<void>;
}

/**
 * Listeners that remember which resources each stream is about: the SDK keeps that to itself, and would have to be told of
 * every resource of every scope that a change may show in.
 */
export function createListeners(maxBodySize: number): Listeners {
  const current = new AsyncLocalStorage<Listening>();
  type Listener = Parameters<ServerEventBus['subscribe']>[0];
  const open = new Map<Listener, Listening | undefined>();
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
      // The SDK refuses modern requests whose header and body disagree.
      if (request.headers.get('mcp-method') !== 'subscriptions/listen') return handle();
      const body = await readStart(request.clone().body, maxBodySize);
      return current.run({ service: view(), uris: listenedTo(parsed(body)) }, handle);
    },
    async tell(change) {
      await Promise.all(
        [...open].map(async ([listener, listening]) => {
          if (listening === undefined) return;
          await announce(change, listening.service, listening.uris, {
            resourcesChanged: () => listener({ kind: 'resources_list_changed' }),
            resourceUpdated: (uri) => listener({ kind: 'resource_updated', uri }),
          });
        }),
      );
    },
  };
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
