/** Where something may have changed since the last look. */
export interface Doubts {
  readonly all: boolean;
  readonly scopes: ReadonlySet<string>;
  /** Scope folders that may be others now, although they have the same names; among `scopes` too. */
  readonly replaced: ReadonlySet<string>;
}

/** Collects which scopes of a rules folder are to be looked at; all of them at first. */
export interface ScopesToLookAt {
  readonly isEmpty: boolean;
  add(name: string): void;
  addReplaced(name: string): void;
  addAll(): void;
  /** What was collected; it begins anew. */
  take(): Doubts;
}

export function createScopesToLookAt(): ScopesToLookAt {
  let all = true;
  let scopes = new Set<string>();
  let replaced = new Set<string>();
  return {
    get isEmpty() {
      return !all && scopes.size === 0;
    },
    add: (name) => void scopes.add(name),
    addReplaced(name) {
      scopes.add(name);
      replaced.add(name);
    },
    addAll() {
      all = true;
    },
    take() {
      const taken = { all, scopes, replaced };
      all = false;
      scopes = new Set();
      replaced = new Set();
      return taken;
    },
  };
}
