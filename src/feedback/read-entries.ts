import type { FileHandle } from 'node:fs/promises';
import { readLines } from '../runtime/read-lines.ts';
import { openLog } from '../spool/open-log.ts';
import {
  type FeedbackState,
  type FeedbackType,
  parseLine,
  parseStateLine,
  type StateChange,
  type TrackedEntry,
} from './entry.ts';

export interface EntryFilter {
  readonly type?: FeedbackType | undefined;
  /** Milliseconds of the epoch; entries from then on. */
  readonly since?: number | undefined;
  readonly state?: FeedbackState | undefined;
  readonly id?: string | undefined;
}

/**
 * The entries of a log, oldest first, as a stream; null for each line that is none (torn, or another program's), which
 * no filter leaves out. A log that is not there has no entries. It is read twice: what became of an entry stands behind it.
 */
export async function* readEntries(
  path: string,
  filter: EntryFilter = {},
  within: string | null = null,
): AsyncGenerator<TrackedEntry | null> {
  const file = await openLog(path, within);
  if (file === null) return;
  try {
    const states = await readStates(file);
    for await (const { text } of readLines(file)) {
      if (text !== null && (text.trim() === '' || parseStateLine(text) !== null)) continue;
      const entry = text === null ? null : parseLine(text);
      if (entry === null) {
        yield null;
        continue;
      }
      const tracked = withState(entry, states.get(entry.id));
      if (isWanted(tracked, filter)) yield tracked;
    }
  } finally {
    await file.close();
  }
}

/** The last change of state of each entry that has one, by its id. */
async function readStates(file: FileHandle): Promise<ReadonlyMap<string, StateChange>> {
  const states = new Map<string, StateChange>();
  for await (const { text } of readLines(file)) {
    const change = text === null ? null : parseStateLine(text);
    if (change !== null) states.set(change.id, change);
  }
  return states;
}

/** An entry with what has become of it. */
export function withState(
  entry: Omit<TrackedEntry, 'state'>,
  change: Omit<StateChange, 'id'> | undefined,
): TrackedEntry {
  if (change === undefined) return { ...entry, state: 'open' };
  const { state, note, timestamp } = change;
  return { ...entry, state, ...(note !== undefined && { note }), state_since: timestamp };
}

/** Whether an entry is among those that are asked for. */
export function isWanted(entry: TrackedEntry, { type, since, state, id }: EntryFilter): boolean {
  if (type !== undefined && entry.type !== type) return false;
  if (state !== undefined && entry.state !== state) return false;
  if (id !== undefined && entry.id !== id) return false;
  return since === undefined || Date.parse(entry.timestamp) >= since;
}
