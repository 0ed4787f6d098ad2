import type { RequestId } from '@modelcontextprotocol/server';
import { isResource } from './announce.ts';

/** Resources that one client may subscribe to; beyond it is a mistake of the client. */
const most = 10_000;
/** Streams that the SDK lets a client have at once. */
const mostStreams = 1024;

/** The resources that the client at the other end of a connection wants to hear of. */
export interface Subscriptions {
  /** Takes notice of a message from the client: in the modern era the SDK answers `subscriptions/listen` by itself. */
  note(message: object): void;
  /** Adds a resource, as clients of the legacy era do one by one; gives what is wrong with that, or null. */
  add(uri: string): string | null;
  remove(uri: string): void;
  uris(): ReadonlySet<string>;
}

export function createSubscriptions(): Subscriptions {
  const single = new Set<string>();
  const streams = new Map<RequestId, readonly string[]>();
  return {
    note(message) {
      const { id, method, params } = message as Partial<Listening>;
      if (method === 'subscriptions/listen' && id !== undefined && streams.size < mostStreams)
        streams.set(id, listenedTo(message).slice(0, most));
      const ended = params?.requestId;
      if (method === 'notifications/cancelled' && ended !== undefined) streams.delete(ended);
    },
    add(uri) {
      if (!isResource(uri)) return `There is no resource "${uri}".`;
      if (single.size >= most) return `More than ${most} resources; unsubscribe from some.`;
      single.add(uri);
      return null;
    },
    remove(uri) {
      single.delete(uri);
    },
    uris: () => new Set([...single, ...[...streams.values()].flat()]),
  };
}

interface Listening {
  readonly id: RequestId;
  readonly method: string;
  readonly params: {
    readonly requestId?: RequestId;
    readonly notifications?: { readonly resourceSubscriptions?: readonly unknown[] };
  };
}

/** The resources named in a `subscriptions/listen` request; none in anything else. */
export function listenedTo(message: unknown): readonly string[] {
  const named = (message as Partial<Listening> | null)?.params?.notifications?.resourceSubscriptions;
  if (!Array.isArray(named)) return [];
  return named.filter((uri): uri is string => typeof uri === 'string');
}
