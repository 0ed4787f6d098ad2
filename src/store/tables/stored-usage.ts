import { parseUsageText, toUsageText, type UsageLine } from '../../usage/usage-line.ts';
import { linesOf } from '../../usage/usage-lines.ts';
import type { UsageLog } from '../../usage/usage-log.ts';
import type { Database, Sql } from '../database.ts';
import { isLastPage, pageBytes, pageRows } from './pages.ts';

/** Counts of use in the database. All that it gives may fail with `store-unavailable`. */
export function createStoredUsage(database: Database): UsageLog {
  return {
    async append(batch, key, { timestamp = new Date().toISOString() } = {}) {
      const idOf = (index: number) => (key === undefined ? undefined : `${key}${index || ''}`);
      const lines = linesOf(batch, timestamp, idOf);
      await database.run(async (sql) => {
        for (const line of lines) await insertUsage(sql, line.id ?? null, line);
      });
    },
    async *lines() {
      for (let after = 0; ; ) {
        const rows = await database.run((sql) => pageOf(sql, after));
        for (const { seq, line } of rows) {
          after = Number(seq);
          const parsed = parseUsageText(String(line));
          if (parsed !== null) yield parsed;
        }
        if (isLastPage(rows)) return;
      }
    },
    resume: () => {},
    settle: async () => {},
    close: async () => {},
  };
}

async function pageOf(sql: Sql, after: number) {
  return sql`
    select seq, line, found from (
      select seq, line, count(*) over () as found,
        sum(octet_length(line)) over (order by seq) - octet_length(line) as before
      from (
        select seq, line from precept.usage_lines where seq > ${after} order by seq limit ${pageRows}) rows) page
    where before < ${pageBytes} order by seq`;
}

/** Stores a line, once under its id. */
export async function insertUsage(sql: Sql, id: string | null, line: UsageLine): Promise<boolean> {
  const rows = await sql`
    insert into precept.usage_lines (id, stored, line) values (${id}, ${line.timestamp}, ${toUsageText(line)})
    on conflict (id) do nothing returning seq`;
  return rows.length > 0;
}
