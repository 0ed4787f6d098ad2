import type { FileHandle } from 'node:fs/promises';
import { readLines } from '../runtime/files/read-lines.ts';
import { openLog } from '../spool/open-log.ts';
import {
  type FeedbackEntry,
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

/** Entries whose states are in memory at a time, and the characters of their ids. */
const maxAtOnce = 50_000;
const maxIdsSize = 4 * 1024 * 1024;

/** Where the last change of state of an entry stands in the log, and which it was. */
interface StatePlace {
  readonly offset: number;
  readonly next: number;
  readonly state: FeedbackState;
}

/** The last changes of state, by entry; null for an entry without. */
type States = ReadonlyMap<string, StatePlace | null>;

/** Entries that stand together in a log. */
interface Stretch {
  readonly states: States;
  /** Where the entries behind them begin; null where there are none. */
  readonly end: number | null;
}

/**
 * The entries of a log, oldest first, as a stream; null for each line that is none (torn, or another program's), which
 * no filter leaves out. A log that is not there has no entries. It is read twice: what became of an entry stands behind it. One with
 * more changes of state than are held in memory is read stretch by stretch.
 */
export async function* readEntries(
  path: string,
  filter: EntryFilter = {},
  within: string | null = null,
): AsyncGenerator<TrackedEntry | null> {
  const file = await openLog(path, within);
  if (file === null) return;
  try {
    const all = await readStates(file, filter);
    if (all !== null) yield* entriesBetween(file, { from: 0, to: undefined, states: all }, filter);
    for (let from = all === null ? 0 : null; from !== null; ) {
      const { states, end }: Stretch = await readStretch(file, from, filter);
      yield* entriesBetween(file, { from, to: end ?? undefined, states }, filter);
      from = end;
    }
  } finally {
    await file.close();
  }
}

/** The last change of state of each entry that has one; null where these are too many. */
async function readStates(file: FileHandle, { id }: EntryFilter): Promise<States | null> {
  const states = new Map<string, StatePlace>();
  let size = 0;
  for await (const { offset, next, text } of readLines(file)) {
    const change = text === null ? null : parseStateLine(text);
    if (change === null || (id !== undefined && change.id !== id)) continue;
    if (!states.has(change.id)) size += change.id.length;
    states.set(change.id, { offset, next, state: change.state });
    if (states.size > maxAtOnce || size > maxIdsSize) return null;
  }
  return states;
}

/** The next entries that are asked for, as many as there is room for, with their states, which stand anywhere behind them. */
async function readStretch(file: FileHandle, from: number, filter: EntryFilter): Promise<Stretch> {
  const states = new Map<string, StatePlace | null>();
  let size = 0;
  let end: number | null = null;
  for await (const { offset, next, text } of readLines(file, from)) {
    if (text === null) continue;
    const change = parseStateLine(text);
    if (change !== null) {
      if (states.has(change.id)) states.set(change.id, { offset, next, state: change.state });
      continue;
    }
    if (end !== null) continue;
    const entry = parseLine(text);
    if (entry === null || states.has(entry.id) || !isCandidate(entry, filter)) continue;
    if (states.size >= maxAtOnce || size + entry.id.length > maxIdsSize) {
      end = offset;
      continue;
    }
    states.set(entry.id, null);
    size += entry.id.length;
  }
  return { states, end };
}

async function* entriesBetween(
  file: FileHandle,
  { from, to, states }: { from: number; to: number | undefined; states: States },
  filter: EntryFilter,
): AsyncGenerator<TrackedEntry | null> {
  for await (const { text } of readLines(file, from, to)) {
    if (text !== null && (text.trim() === '' || parseStateLine(text) !== null)) continue;
    const entry = text === null ? null : parseLine(text);
    if (entry === null) {
      yield null;
      continue;
    }
    const place = states.get(entry.id) ?? null;
    if (!isCandidate(entry, filter) || !hasState(place?.state ?? 'open', filter)) continue;
    yield withState(entry, place === null ? undefined : await changeAt(file, place));
  }
}

async function changeAt(file: FileHandle, { offset, next }: StatePlace): Promise<StateChange | undefined> {
  for await (const { text } of readLines(file, offset, next)) return parseStateLine(text ?? '') ?? undefined;
  return undefined;
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
export function isWanted(entry: TrackedEntry, filter: EntryFilter): boolean {
  return hasState(entry.state, filter) && isCandidate(entry, filter);
}

/** Whether an entry is among them as far as that does not depend on its state. */
function isCandidate(entry: FeedbackEntry, { type, since, id }: EntryFilter): boolean {
  if (type !== undefined && entry.type !== type) return false;
  if (id !== undefined && entry.id !== id) return false;
  return since === undefined || Date.parse(entry.timestamp) >= since;
}

function hasState(state: FeedbackState, wanted: EntryFilter): boolean {
  return wanted.state === undefined || wanted.state === state;
}
