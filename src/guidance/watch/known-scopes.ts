import type { Change } from '../../model/change.ts';
import type { FolderWatch } from '../../runtime/watch/watch-folder.ts';
import { scopeNamesIn } from '../read/read-scope.ts';
import { compareStamps, readStamps, type ScopeStamps, stampsAsOf } from './scope-stamps.ts';
import type { Doubts } from './scopes-to-look-at.ts';

export interface Look {
  /** How many scopes there are. */
  readonly count: number;
  /** What differs from the look before, or at the first from what may have been served by then. */
  readonly change: Change | null;
}

export interface KnownScopes {
  /** Names as of the last look. */
  names(): Iterable<string>;
  /** Looks at the scopes in doubt, and at those that are new; has `folder` watch the ones that are there. */
  look(doubts: Doubts, folder: FolderWatch | null): Promise<Look>;
}

/** The stamps of a rules folder's scopes from look to look. `since` is when it began to be served, in milliseconds since 1970. */
export function createKnownScopes(rulesPath: string, since: number): KnownScopes {
  let known: ReadonlyMap<string, ScopeStamps> | null = null;
  return {
    names: () => known?.keys() ?? [],
    async look({ all, scopes, replaced }, folder) {
      const before = known;
      const names = await scopeNamesIn(rulesPath);
      const isNew = (name: string) => before?.has(name) !== true;
      const present = new Set(names);
      for (const name of before?.keys() ?? []) if (!present.has(name)) folder?.leave(name);
      // Watched first and looked at then, so that what is written in between is seen.
      for (const name of names) if (replaced.has(name) || isNew(name)) folder?.follow(name);
      const stamps = await readStamps(
        rulesPath,
        names.filter((name) => all || scopes.has(name) || isNew(name)),
      );
      const now = new Map<string, ScopeStamps>();
      for (const name of names) {
        const stamp = stamps.get(name) ?? before?.get(name);
        if (stamp !== undefined) now.set(name, stamp);
      }
      known = now;
      return { count: names.length, change: compareStamps(before ?? stampsAsOf(now, since), now) };
    },
  };
}
