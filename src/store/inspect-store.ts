import { type Database, takeRoom } from './database.ts';
import { knownVersion, versionOf } from './migrate.ts';

/** How a database is, as far as Precept needs it. */
export interface StoreState {
  /** The version of PostgreSQL, like `17.2`, and as a number, like 170002. */
  readonly server: string;
  readonly serverNumber: number;
  /** It takes nothing, as a standby does. */
  readonly isReadOnly: boolean;
  readonly user: string;
  /** Whether that user may make or change the tables. */
  readonly mayMigrate: boolean;
  /** The version of its tables, 0 for none, and the one that this program works with. */
  readonly version: number;
  readonly known: number;
  /** The rights that the user lacks, like `insert on precept.feedback`. */
  readonly missing: readonly string[];
}

/** Writes what is dropped at once. Fault: `store-unavailable`, where the disk has no room or the user may not write. */
export function tryWrite(database: Database): Promise<void> {
  return database.run(takeRoom, { seconds: 1 });
}

/** Looks, and changes nothing. Fault: `store-unavailable`. */
export function inspectStore(database: Database): Promise<StoreState> {
  return database.run(async (sql) => {
    const [row] = await sql`
      select current_setting('server_version') as server, current_setting('server_version_num')::int as number,
        current_setting('transaction_read_only') = 'on' as read_only, current_user::text as name,
        (select has_schema_privilege(oid, 'usage') from pg_namespace where nspname = 'precept') as usable,
        coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'precept'),
          has_database_privilege(current_database(), 'create')) as migrates`;
    const state = {
      server: String(row?.server).split(' ')[0] ?? '',
      serverNumber: Number(row?.number),
      isReadOnly: row?.read_only === true,
      user: String(row?.name),
      mayMigrate: row?.migrates === true,
      known: knownVersion,
    };
    if (row?.usable === null) return { ...state, version: 0, missing: [] };
    if (row?.usable === false) return { ...state, version: 0, missing: ['usage on schema precept'] };
    const rows = await sql`
      select r.name as what, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'precept'
      cross join unnest(case when c.relkind = 'S' then array['usage']
        when c.relname = 'versions' then array['select']
        else array['select', 'insert', 'update', 'delete'] end) as r (name)
      where c.relkind in ('r', 'S') and not case when c.relkind = 'S' then has_sequence_privilege(c.oid, r.name)
        else has_table_privilege(c.oid, r.name) end
      order by c.relname, r.name`;
    const missing = rows.map(({ what, name }) => `${what} on precept.${name}`);
    const canRead = !missing.includes('select on precept.versions');
    return { ...state, version: canRead ? await versionOf(sql) : 0, missing };
  });
}
