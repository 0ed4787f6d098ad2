import type { ResultStore } from '../../guidance/stories/results/result-store.ts';
import {
  type AgeOptions,
  ageNow,
  createResultTally,
  maxImports,
  parseRecord,
  type Results,
  type ResultTally,
} from '../../guidance/stories/results/results-of.ts';
import { checkKey } from '../../guidance/stories/story.ts';
import { sha256 } from '../../runtime/sha256.ts';
import type { Database, Sql } from '../database.ts';

const atOnce = 500;
/** Seconds that reading all results, or adding many, may take. */
const atLength = { seconds: 60 };
/** Checks whose latest results are read at most. */
const maxChecks = 100_000;

/** Imported test results in the database. All that it gives may fail with `store-unavailable`. */
export function createStoredResults(database: Database, options: AgeOptions): ResultStore {
  let known: { readonly version: string; readonly tally: ResultTally } | null = null;
  let given: Results | null = null;
  return {
    async read() {
      const { moment, oldest } = ageNow(options);
      const version = await database.run(versionOf);
      if (known?.version !== version) known = { version, tally: await database.run(readLatest, atLength) };
      const full = moment === undefined ? version : `${version} ${moment}`;
      if (given?.version !== full) given = known.tally.results(full, oldest);
      return given;
    },
    async *history(ac) {
      for (let after = 0; ; ) {
        const rows = await database.run(
          async (sql) => sql`
            select seq, line from precept.results
            where criterion = ${sha256(ac)} and seq > ${after} order by seq limit ${atOnce}`,
        );
        for (const { seq, line } of rows) {
          after = Number(seq);
          const record = recordOf(String(line));
          if (record !== null && !('import' in record)) yield record;
        }
        if (rows.length < atOnce) return;
      }
    },
    async append(lines) {
      if (lines.length === 0) return;
      const texts = lines.map((line) => JSON.stringify(line));
      await database.run((sql) => insertResults(sql, texts), atLength);
    },
    prune: (places) =>
      database.run(async (sql) => {
        const kept = places.map(({ scope, ac, check }) => sha256(checkKey(scope, ac, check)));
        const { count } = await sql`
          delete from precept.results where place is not null and not (place = any(${kept}))`;
        if (count > 0) await resultsChange(sql);
        return count;
      }, atLength),
  };
}

/** Adds lines of a validation file, each once; gives how many were not there. To be run in a transaction. */
export async function insertResults(sql: Sql, texts: readonly string[]): Promise<number> {
  const rows = texts.flatMap((text) => {
    const record = recordOf(text);
    if (record === null) return [];
    const isResult = !('import' in record);
    return {
      digest: sha256(text),
      stored: new Date(record.timestamp),
      place: isResult ? sha256(checkKey(record.scope, record.ac, record.check)) : null,
      criterion: isResult ? sha256(record.ac) : null,
      line: text,
    };
  });
  const timed = rows.filter(({ stored }) => !Number.isNaN(stored.getTime()));
  let added = 0;
  for (let from = 0; from < timed.length; from += atOnce) {
    const { count } = await sql`
      insert into precept.results ${sql(timed.slice(from, from + atOnce))} on conflict (digest) do nothing`;
    added += count;
  }
  if (added > 0) await resultsChange(sql);
  return added;
}

/** Makes the version of the results another one; of two transactions that do so the second waits for the first. */
export async function resultsChange(sql: Sql): Promise<void> {
  await sql`
    insert into precept.changes (what, version) values ('results', 1)
    on conflict (what) do update set version = changes.version + 1`;
}

async function versionOf(sql: Sql): Promise<string> {
  const [row] = await sql`select version from precept.changes where what = 'results'`;
  return `store ${row?.version ?? 0}`;
}

async function readLatest(sql: Sql): Promise<ResultTally> {
  const tally = createResultTally();
  const covered = await sql`
    select line from (
      select line, stored, seq from precept.results where place is null
      order by stored desc, seq desc limit ${maxImports}) last
    order by stored, seq`;
  const latest = await sql`
    select line from (
      select distinct on (place) line, stored, seq from precept.results where place is not null
      order by place, stored desc, seq desc) latest
    order by stored desc, seq desc limit ${maxChecks}`;
  for (const { line } of [...covered, ...latest.toReversed()]) {
    const record = recordOf(String(line));
    if (record !== null) tally.add(record);
  }
  return tally;
}

/** The record of a line; null for anything else. */
export function recordOf(text: string) {
  try {
    return parseRecord(JSON.parse(text));
  } catch {
    return null;
  }
}
