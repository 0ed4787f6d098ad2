import type { Database } from '../database.ts';

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
/** Rows: readers with their scopes. */
const maxRows = 100_000;
/** Milliseconds that storing a sighting may have taken. */
const clockSlack = 5000;

/** Stores that a reader, by its key, was seen; of an outage nobody has to know, it will be seen again. */
export async function storeSighting(
  database: Database,
  reader: string,
  { name, version, scope, etag }: Sighting,
): Promise<void> {
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

/** Forgets a reader that nobody has seen for as long; it may be seen again. */
export async function forgetReader(database: Database, reader: string, milliseconds: number): Promise<void> {
  await database
    .run(
      async (sql) => sql`
        delete from precept.sightings
        where reader = ${reader} and seen <= now() - ${Math.max(0, milliseconds - clockSlack)} * interval '1 ms'`,
    )
    .catch(() => {});
}

/** Deletes what is older than 30 days, and the oldest of what is too much. */
export async function tidySightings(database: Database): Promise<void> {
  await database
    .run(async (sql) => {
      await sql`delete from precept.sightings where seen <= now() - interval '30 days'`;
      await sql`
        delete from precept.sightings s using (
          select reader from precept.sightings group by reader order by max(seen) desc offset ${maxReaders}) old
        where s.reader = old.reader`;
      await sql`
        delete from precept.sightings s using (
          select reader, scope from precept.sightings order by seen desc offset ${maxRows}) old
        where s.reader = old.reader and s.scope = old.scope`;
    })
    .catch(() => {});
}

/** The readers of the last 30 days, the latest first. Fault: `store-unavailable`. */
export async function storedReaders(database: Database): Promise<readonly StoredReader[]> {
  const rows = await database.run(
    async (sql) => sql`
      select reader, scope, name, version, etag, seen from precept.sightings
      where seen > now() - interval '30 days' order by seen desc limit ${maxRows}`,
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
