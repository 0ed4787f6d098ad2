import type { Database, Sql } from './database.ts';

/** What each version adds. Only ever appended to: databases of all released versions are brought forward from where they are. */
const versions: readonly string[] = [
  `create table precept.feedback (
     seq bigserial primary key, id text not null unique, stored timestamptz not null, line text not null);
   create index feedback_stored on precept.feedback (stored);
   create table precept.feedback_states (
     seq bigserial primary key, id text not null, digest text not null unique, stored timestamptz not null, line text not null);
   create index feedback_states_id on precept.feedback_states (id, seq);
   create table precept.usage_lines (
     seq bigserial primary key, id text unique, stored timestamptz not null, line text not null);
   create table precept.sightings (
     reader text not null, scope text not null, name text, version text, etag text, seen timestamptz not null,
     primary key (reader, scope));`,
];

/** What became of a migration. */
export interface Migrated {
  /** The version that the database had; 0 for an empty one. */
  readonly from: number;
  readonly to: number;
  /** The version that this program knows. */
  readonly known: number;
}

/** Two programs that migrate at once do it one after the other. */
const lock = 7_266_051_831;

/** Makes the tables, or brings them to this version; with `check` only says what it would do. Fault: `store-unavailable`. */
export function migrate(database: Database, { check }: { readonly check: boolean }): Promise<Migrated> {
  return database.run((sql) =>
    sql.begin(async (begun) => {
      const own = begun as unknown as Sql;
      await own`select pg_advisory_xact_lock(${lock})`;
      const from = await versionOf(own);
      const known = versions.length;
      if (check || from >= known) return { from, to: from, known };
      await own`create schema if not exists precept`;
      await own`create table if not exists precept.versions (version integer primary key, applied timestamptz not null default now())`;
      for (const [index, text] of versions.entries()) {
        if (index < from) continue;
        await own.unsafe(text);
        await own`insert into precept.versions (version) values (${index + 1})`;
      }
      return { from, to: known, known };
    }),
  ) as Promise<Migrated>;
}

async function versionOf(sql: Sql): Promise<number> {
  const [found] = await sql`select to_regclass('precept.versions') is not null as there`;
  if (found?.there !== true) return 0;
  const [row] = await sql`select coalesce(max(version), 0) as version from precept.versions`;
  return Number(row?.version ?? 0);
}
