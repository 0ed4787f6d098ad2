import type { ScopeRead } from './lint-scope.ts';

/** What runs of lint over one rules folder keep for the next, so that an editor waits only for what it has changed. */
export interface LintMemory {
  /** A scope as it was read last, where its unsaved texts are still the same; or else as `read` finds it now. */
  scope(
    name: string,
    unsaved: ReadonlyMap<string, string>,
    read: () => Promise<ScopeRead>,
  ): Promise<ScopeRead>;
  /** These scopes have changed on disk; null for any. */
  forget(names: Iterable<string> | null): void;
}

interface Kept extends ScopeRead {
  /** By name of the file. */
  readonly unsaved: ReadonlyMap<string, string>;
}

export function createLintMemory(): LintMemory {
  const scopes = new Map<string, Kept>();
  /** What was forgotten while it was read is not kept. */
  let forgotten = 0;
  return {
    async scope(name, unsaved, read) {
      const own = new Map([...unsaved].filter(([path]) => path.startsWith(`${name}/`)));
      const known = scopes.get(name);
      if (known !== undefined && isSame(known.unsaved, own)) return known;
      const before = forgotten;
      const found = { ...(await read()), unsaved: own };
      if (forgotten === before) scopes.set(name, found);
      return found;
    },
    forget(names) {
      forgotten++;
      if (names === null) scopes.clear();
      else for (const name of names) scopes.delete(name);
    },
  };
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}
