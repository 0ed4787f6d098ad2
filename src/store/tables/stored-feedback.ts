import { type FeedbackChannel, sameOrRefused } from '../../feedback/channel.ts';
import {
  type FeedbackEntry,
  parseLine,
  parseStateLine,
  type TrackedEntry,
  toLine,
  toStateLine,
} from '../../feedback/entry.ts';
import { type EntryFilter, isWanted, withState } from '../../feedback/read-entries.ts';
import { sha256 } from '../../runtime/sha256.ts';
import type { Database, Sql } from '../database.ts';
import { isLastPage, pageBytes, pageRows } from './pages.ts';

/** Feedback in the database. All that it gives may fail with `store-unavailable`. */
export function createStoredFeedback(database: Database, reporter: string | null): FeedbackChannel {
  async function* entries(filter: EntryFilter = {}): AsyncGenerator<TrackedEntry | null> {
    for (let after = 0; ; ) {
      const rows = await database.run((sql) => pageOf(sql, after, filter));
      for (const { seq, line, state } of rows) {
        after = Number(seq);
        const entry = parseLine(String(line));
        if (entry === null) continue;
        const change = state === null ? null : parseStateLine(String(state));
        const tracked = withState(entry, change ?? undefined);
        if (isWanted(tracked, filter)) yield tracked;
      }
      if (isLastPage(rows)) return;
    }
  }

  return {
    async submit(given, key) {
      const feedback = reporter === null ? given : { ...given, reporter: given.reporter ?? reporter };
      const entry: FeedbackEntry = {
        timestamp: new Date().toISOString(),
        id: key ?? crypto.randomUUID(),
        ...feedback,
      };
      const stored = await database.run((sql) => insert(sql, entry));
      return sameOrRefused(stored, feedback);
    },
    entries,
    async find(id) {
      for await (const entry of entries({ id })) return entry;
      return null;
    },
    async setState(entry, state, note) {
      const timestamp = new Date().toISOString();
      const change = { id: entry.id, state, ...(note !== undefined && { note }), timestamp };
      await database.run((sql) => insertState(sql, toStateLine(change), entry.id, timestamp));
      return withState(entry, change);
    },
    waiting: async () => 0,
    resume: () => {},
    flush: async () => {},
    close: async () => {},
  };
}

/** Stores an entry, and gives the one that is stored under its id. */
export async function insert(sql: Sql, entry: FeedbackEntry): Promise<FeedbackEntry> {
  const rows = await sql`
    insert into precept.feedback (id, stored, line) values (${entry.id}, ${entry.timestamp}, ${toLine(entry)})
    on conflict (id) do nothing returning line`;
  if (rows.length > 0) return entry;
  const [known] = await sql`select line from precept.feedback where id = ${entry.id}`;
  return parseLine(String(known?.line)) ?? entry;
}

export async function insertState(sql: Sql, line: string, id: string, timestamp: string): Promise<boolean> {
  const rows = await sql`
    insert into precept.feedback_states (id, digest, stored, line)
    values (${id}, ${sha256(line)}, ${timestamp}, ${line}) on conflict (digest) do nothing returning seq`;
  return rows.length > 0;
}

async function pageOf(sql: Sql, after: number, { id, since }: EntryFilter) {
  return sql`
    select f.seq, f.line, f.found, (
      select s.line from precept.feedback_states s where s.id = f.id order by s.seq desc limit 1) as state
    from (
      select seq, id, line, count(*) over () as found,
        sum(octet_length(line)) over (order by seq) - octet_length(line) as before
      from (
        select seq, id, line from precept.feedback
        where seq > ${after} ${id === undefined ? sql`` : sql`and id = ${id}`}
          ${since === undefined ? sql`` : sql`and stored >= ${new Date(since)}`}
        order by seq limit ${pageRows}) rows) f
    where f.before < ${pageBytes} order by f.seq`;
}
