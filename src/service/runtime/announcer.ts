import type { Change } from '../../model/change.ts';

/** Tells whoever listens what has changed. */
export interface Announcer {
  /** Calls `listener` at each change, until the returned function is called. */
  listen(listener: (change: Change) => void): () => void;
  /** Tells all listeners; the change gets a name unless it came with one. */
  announce(change: Change): void;
}

/** `instanceId` begins the names of changes that are first heard of here. */
export function createAnnouncer(instanceId: string): Announcer {
  const listeners = new Set<(change: Change) => void>();
  let count = 0;
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(change) {
      const named = { ...change, id: change.id ?? `${instanceId}.${++count}` };
      for (const listener of listeners) listener(named);
    },
  };
}
