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
  // Places and criteria are digests: texts of checks may be longer than an index takes.
  `create table precept.results (
     seq bigserial primary key, digest text not null unique, stored timestamptz not null, place text, criterion text,
     line text not null);
   create index results_place on precept.results (place, stored desc, seq desc);
   create index results_criterion on precept.results (criterion, seq);
   create index results_stored on precept.results (stored);
   create table precept.changes (what text primary key, version bigint not null);`,
];

/** What became of a migration. */
export interface Migrated {
  /** The version that the database had; 0 for an empty one. */
  readonly from: number;
  readonly to: number;
  /** The version that this program knows. */
  readonly known: number;
}

/** The version of the tables that this program works with. */
export const knownVersion: number = versions.length;

/** Two programs that migrate at once do it one after the other. */
const lock = 7_266_051_831;

/** Makes the tables, or brings them to this version; with `check` only says what it would do. Fault: `store-unavailable`. */
export function migrate(database: Database, { check }: { readonly check: boolean }): Promise<Migrated> {
  return database.run(
    async (sql) => {
      await sql`select pg_advisory_xact_lock(${lock})`;
      const from = await versionOf(sql);
      const known = knownVersion;
      if (check || from >= known) return { from, to: from, known };
      await sql`create schema if not exists precept`;
      await sql`create table if not exists precept.versions (version integer primary key, applied timestamptz not null default now())`;
      for (const [index, text] of versions.entries()) {
        if (index < from) continue;
        await sql.unsafe(text);
        await sql`insert into precept.versions (version) values (${index + 1})`;
      }
      return { from, to: known, known };
    },
    // Large tables take as long as they take.
    { seconds: 0 },
  );
}

/** The version of the tables there; 0 where there are none. */
export async function versionOf(sql: Sql): Promise<number> {
  const [found] = await sql`select to_regclass('precept.versions') is not null as there`;
  if (found?.there !== true) return 0;
  const [row] = await sql`select coalesce(max(version), 0) as version from precept.versions`;
  return Number(row?.version ?? 0);
}
