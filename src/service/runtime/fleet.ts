/** A reader that asked for something: another Precept that merges what is served here. */
export interface Sighting {
  /** What it calls itself; null where it does not say. */
  readonly name: string | null;
  /** Of the program. */
  readonly version: string | null;
  /** The scope whose bundle it has now, and its ETag; null for a list of scopes. */
  readonly scope: string | null;
  readonly etag: string | null;
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
const maxReaders = 10_000;
/** Scopes that are remembered of one reader, the latest. */
const maxScopes = 500;

interface Known {
  name: string | null;
  version: string | null;
  seen: number;
  readonly scopes: Map<string, { readonly etag: string; readonly seen: number }>;
}

/** Readers in memory. Who has a name is known by it, others by their version together; never by an address. */
export function createFleet(now: () => number = Date.now): Fleet {
  // The least recently seen first.
  const known = new Map<string, Known>();

  const oldest = () => now() - keptMilliseconds;
  function forgetOld(): void {
    const from = oldest();
    for (const [key, { seen }] of known) {
      if (seen >= from && known.size <= maxReaders) return;
      known.delete(key);
    }
  }

  return {
    see({ name, version, scope, etag }) {
      const key = name === null ? `version ${version}` : `name ${name}`;
      const reader: Known = known.get(key) ?? { name, version, seen: 0, scopes: new Map() };
      known.delete(key);
      known.set(key, reader);
      reader.version = version ?? reader.version;
      reader.seen = now();
      if (scope !== null && etag !== null) {
        reader.scopes.delete(scope);
        reader.scopes.set(scope, { etag, seen: reader.seen });
        const [first] = reader.scopes.size > maxScopes ? reader.scopes.keys() : [];
        if (first !== undefined) reader.scopes.delete(first);
      }
      forgetOld();
    },
    async readers() {
      forgetOld();
      const from = oldest();
      return [...known.values()].reverse().map(({ name, version, seen, scopes }) => ({
        name,
        version,
        last_seen: new Date(seen).toISOString(),
        // What it has not asked for since, it does not use any more, and so it is not behind there.
        scopes: new Map(
          [...scopes].flatMap(([scope, held]) => (held.seen < from ? [] : [[scope, held.etag]])),
        ),
      }));
    },
  };
}
