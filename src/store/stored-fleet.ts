import type { Database } from './database.ts';

interface Sighting {
  readonly name: string | null;
  readonly version: string | null;
  readonly scope: string | null;
  readonly etag: string | null;
}

/** What is known of a reader. */
interface StoredReader {
  readonly name: string | null;
  /** The latest that it has said. */
  version: string | null;
  readonly last_seen: string;
  readonly scopes: ReadonlyMap<string, string>;
}

const maxReaders = 10_000;

/** Stores that a reader was seen; of an outage nobody has to know, it will be seen again. */
export async function storeSighting(
  database: Database,
  { name, version, scope, etag }: Sighting,
): Promise<void> {
  const reader = name === null ? `version ${version}` : `name ${name}`;
  await database
    .run(
      async (sql) => sql`
        insert into precept.sightings (reader, scope, name, version, etag, seen)
        values (${reader}, ${scope ?? ''}, ${name}, ${version}, ${etag}, now())
        on conflict (reader, scope) do update set
          version = coalesce(excluded.version, sightings.version), etag = excluded.etag, seen = excluded.seen`,
    )
    .catch(() => {});
}

/** The readers of the last 30 days, the latest first. Fault: `store-unavailable`. */
export async function storedReaders(database: Database): Promise<readonly StoredReader[]> {
  const rows = await database.run(
    async (sql) => sql`
      select reader, scope, name, version, etag, seen from precept.sightings
      where seen > now() - interval '30 days' order by seen desc limit ${maxReaders * 10}`,
  );
  const readers = new Map<string, StoredReader & { readonly scopes: Map<string, string> }>();
  for (const { reader, scope, name, version, etag, seen } of rows) {
    let known = readers.get(String(reader));
    if (known === undefined) {
      if (readers.size >= maxReaders) continue;
      const last_seen = (seen as Date).toISOString();
      known = {
        name: name as string | null,
        version: version as string | null,
        last_seen,
        scopes: new Map(),
      };
      readers.set(String(reader), known);
    }
    known.version ??= version as string | null;
    if (scope !== '' && etag !== null) known.scopes.set(String(scope), String(etag));
  }
  return [...readers.values()];
}
