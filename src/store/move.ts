import { parseLine, parseStateLine } from '../feedback/entry.ts';
import { readLines } from '../runtime/files/read-lines.ts';
import { sha256 } from '../runtime/sha256.ts';
import { openLog } from '../spool/open-log.ts';
import { parseUsageText } from '../usage/usage-line.ts';
import type { Database } from './database.ts';
import { pruneResults } from './tables/prune-results.ts';
import { insert, insertState } from './tables/stored-feedback.ts';
import { insertResults } from './tables/stored-results.ts';
import { insertUsage } from './tables/stored-usage.ts';

/** How many lines of the files are in the database now, and how many of them were not before. */
export interface Imported {
  readonly feedback: number;
  readonly states: number;
  readonly usage: number;
  readonly results: number;
}

/** Lines of results that are added at a time. */
const atOnce = 500;

/** Copies the files of a server in, each line once, however often it is done. Fault: `store-unavailable`. */
export async function importFiles(
  database: Database,
  files: { readonly feedback: string; readonly usage: string; readonly results: string },
): Promise<Imported> {
  const count = { feedback: 0, states: 0, usage: 0, results: 0 };
  for await (const text of textsOf(files.feedback)) {
    const change = parseStateLine(text);
    if (change !== null) {
      const isNew = await database.run((sql) => insertState(sql, text.trim(), change.id, change.timestamp));
      count.states += isNew ? 1 : 0;
      continue;
    }
    const entry = parseLine(text);
    if (entry === null) continue;
    const stored = await database.run((sql) => insert(sql, entry));
    count.feedback += stored === entry ? 1 : 0;
  }
  for await (const text of textsOf(files.usage)) {
    const line = parseUsageText(text);
    if (line === null) continue;
    const isNew = await database.run((sql) =>
      insertUsage(sql, line.id ?? `file ${sha256(text.trim())}`, line),
    );
    count.usage += isNew ? 1 : 0;
  }
  let portion: string[] = [];
  const addPortion = async () => {
    count.results += await database.run((sql) => insertResults(sql, portion), { seconds: 60 });
    portion = [];
  };
  for await (const text of textsOf(files.results)) {
    portion.push(text.trim());
    if (portion.length === atOnce) await addPortion();
  }
  if (portion.length > 0) await addPortion();
  return count;
}

async function* textsOf(path: string): AsyncGenerator<string> {
  const file = await openLog(path, null);
  if (file === null) return;
  try {
    for await (const { text } of readLines(file)) if (text !== null) yield text;
  } finally {
    await file.close();
  }
}

/**
 * Deletes what was stored before a moment, in milliseconds of the epoch; gives how many rows. What says how a check is now stays, however
 * old it is. Fault: `store-unavailable`.
 */
export function pruneStore(database: Database, before: number): Promise<number> {
  const moment = new Date(before);
  return database.run(
    async (sql) => {
      const states = await sql`
        delete from precept.feedback_states s using precept.feedback f where f.id = s.id and f.stored < ${moment}`;
      const feedback = await sql`delete from precept.feedback where stored < ${moment}`;
      const usage = await sql`delete from precept.usage_lines where stored < ${moment}`;
      const readers = await sql`delete from precept.sightings where seen < ${moment}`;
      const results = await pruneResults(sql, moment);
      return [states, feedback, usage, readers].reduce((sum, { count }) => sum + count, results);
    },
    { seconds: 0 },
  );
}
