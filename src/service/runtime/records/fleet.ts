import { createRoster } from './reader-roster.ts';

/** A reader that asked for something: another Precept that merges what is served here. */
export interface Sighting {
  /** What it calls itself; null where it does not say. */
  readonly name: string | null;
  /** Of the program. */
  readonly version: string | null;
  /** The scope whose bundle it has now, and its ETag; null for a list of scopes. */
  readonly scope: string | null;
  readonly etag: string | null;
  /** Whoever sent the request, so that each has a share of the names; nobody who is known unless given. */
  readonly sender?: string | null;
}

/** What is known of one reader. */
export interface Reader {
  readonly name: string | null;
  readonly version: string | null;
  /** ISO 8601, UTC. */
  readonly last_seen: string;
  /** The ETag of the last bundle by scope, of those that it asked for in the last 30 days. */
  readonly scopes: ReadonlyMap<string, string>;
}

/** The readers of this server in the last 30 days. Without a store they are forgotten when it ends. */
export interface Fleet {
  see(sighting: Sighting): void;
  /** The latest first. */
  readers(): Promise<readonly Reader[]>;
}

const keptMilliseconds = 30 * 86_400_000;

interface About {
  readonly name: string | null;
  version: string | null;
}

/** How a reader is known: by its name, or else by its version together with others. */
export function keyOf({ name, version }: Pick<Sighting, 'name' | 'version'>): string {
  return name === null ? `version ${version}` : `name ${name}`;
}

/** Readers in memory. */
export function createFleet(now: () => number = Date.now): Fleet {
  const roster = createRoster<About, { readonly etag: string; readonly seen: number }>({ now });
  return {
    see(sighting) {
      const { name, version, scope, etag, sender = null } = sighting;
      const reader = roster.see(keyOf(sighting), sender, { name, version });
      reader.about.version = version ?? reader.about.version;
      if (scope !== null && etag !== null) roster.hold(reader, scope, { etag, seen: reader.seen });
      roster.since(now() - keptMilliseconds);
    },
    async readers() {
      const from = now() - keptMilliseconds;
      return [...roster.since(from)].reverse().map(({ about, seen, scopes }) => ({
        ...about,
        last_seen: new Date(seen).toISOString(),
        // What it has not asked for since, it does not use any more, and so it is not behind there.
        scopes: new Map(
          [...scopes].flatMap(([scope, held]) => (held.seen < from ? [] : [[scope, held.etag]])),
        ),
      }));
    },
  };
}
