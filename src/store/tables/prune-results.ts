import type { Sql } from '../database.ts';
import { recordOf, resultsChange } from './stored-results.ts';

/** Rows that are read at a time. */
const atOnce = 500;

/**
 * Deletes the results of before a moment, but for the latest of each check, and what imports covered, but for what was said last of a suite:
 * the state of a check is made of these two. Gives how many rows. To be run in a transaction.
 */
export async function pruneResults(sql: Sql, moment: Date): Promise<number> {
  const results = await sql`
    delete from precept.results old where old.place is not null and old.stored < ${moment} and exists (
      select 1 from precept.results later
      where later.place = old.place and (later.stored, later.seq) > (old.stored, old.seq))`;
  const kept = await lastOfSuites(sql);
  const imports = await sql`
    delete from precept.results where place is null and stored < ${moment} and not (seq = any(${kept}::bigint[]))`;
  const count = results.count + imports.count;
  if (count > 0) await resultsChange(sql);
  return count;
}

/** The rows of the last import, and of those that were the last to cover some suite. */
async function lastOfSuites(sql: Sql): Promise<readonly string[]> {
  const kept: string[] = [];
  const suites = new Set<string>();
  let last: string | null = null;
  const pages = sql`
    select seq, line from precept.results where place is null order by stored desc, seq desc`.cursor(atOnce);
  for await (const rows of pages) {
    for (const { seq, line } of rows) {
      const record = recordOf(String(line));
      if (record === null || !('import' in record)) continue;
      last ??= record.import;
      const fresh = record.suites.filter((suite) => !suites.has(suite));
      if (fresh.length === 0 && record.import !== last) continue;
      for (const suite of fresh) suites.add(suite);
      kept.push(String(seq));
    }
  }
  return kept;
}
