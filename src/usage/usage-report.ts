import { isUtcDay } from '../model/utc-day.ts';
import { inTurns, startTurns } from '../runtime/async/turns.ts';
import type { UsageFace, UsageLine } from './usage-line.ts';

/** A category with rules, or a kata, of one scope. */
export interface UsagePlace {
  readonly scope: string;
  readonly category: string;
  /** Null for the rules of the category. */
  readonly kata: string | null;
}

export interface UsageEntry {
  readonly scope: string;
  readonly kind: 'category' | 'kata';
  readonly category: string;
  readonly kata?: string;
  readonly reads: number;
  readonly tokens: number;
  /** When it was last given out, also before the time asked for: ISO 8601; null for never. */
  readonly last_read: string | null;
  readonly faces: Readonly<Record<UsageFace, number>>;
}

export interface UsageDay {
  readonly day: string;
  readonly reads: number;
  readonly tokens: number;
}

export interface UsageReport {
  /** The most read first; what is there and was not read is among them, with 0. */
  readonly entries: readonly UsageEntry[];
  /** Every day from the first to the last. */
  readonly days: readonly UsageDay[];
  /** Counts of names that are no more, beyond those that are told apart. */
  readonly passedOver: number;
}

export interface UsageQuestion {
  /** Days, both included. */
  readonly since: string;
  readonly until: string;
  /** What there is to read. */
  readonly places: Iterable<UsagePlace>;
  /** Whether counts of a scope are wanted. */
  readonly isWanted: (scope: string) => Promise<boolean>;
}

type Counting = { -readonly [Key in keyof UsageEntry]: UsageEntry[Key] } & {
  faces: Record<UsageFace, number>;
};

/** Categories and katas that a report is about at most: more than any content has. */
const maxPlaces = 200_000;
/** Names among them that are in no scope (any more), and the characters of these: a sender may have made them up. */
const maxGone = 10_000;
const maxGoneSize = 2 * 1024 * 1024;
const placesPerTurn = 1000;

/** What was read between two days, of all that there is. Others get their turns. */
export async function usageReport(
  lines: AsyncIterable<UsageLine>,
  { since, until, places, isWanted }: UsageQuestion,
): Promise<UsageReport> {
  const turn = startTurns();
  const { entryOf, known, all } = await createEntries(places, turn);
  const days = new Map(daysBetween(since, until).map((day) => [day, { day, reads: 0, tokens: 0 }]));
  let passedOver = 0;
  for await (const { timestamp, counts } of lines) {
    await turn();
    const written = new Date(timestamp).toISOString();
    for (const { day, scope, category, kata = null, face, reads, tokens } of counts) {
      if (day > until || !(await isWanted(scope))) continue;
      const entry = entryOf({ scope, category, kata });
      if (entry === undefined) {
        passedOver++;
        continue;
      }
      const at = written.startsWith(day) ? written : `${day}T23:59:59.999Z`;
      if (reads > 0 && (entry.last_read === null || at > entry.last_read)) entry.last_read = at;
      if (day < since) continue;
      entry.reads += reads;
      entry.tokens += tokens;
      entry.faces[face] += reads;
      const date = days.get(day);
      if (date === undefined) continue;
      date.reads += reads;
      date.tokens += tokens;
    }
  }
  // What is there no more counts for as long as it was read.
  const shown = [...all()].filter((entry) => entry.reads > 0 || known.has(entry));
  return { entries: await inTurns(mostReadFirst(shown)), days: [...days.values()], passedOver };
}

/** The entries of a report: of what there is, and of as many other names as there is room for. */
async function createEntries(places: Iterable<UsagePlace>, turn: () => Promise<void>) {
  const entries = new Map<string, Counting>();
  const known = new Set<Counting>();
  const keyOf = ({ scope, category, kata }: UsagePlace) => JSON.stringify([scope, category, kata]);
  let count = 0;
  for (const place of places) {
    if (++count % placesPerTurn === 0) await turn();
    if (entries.size >= maxPlaces) break;
    const entry = newEntry(place);
    entries.set(keyOf(place), entry);
    known.add(entry);
  }
  let gone = 0;
  let goneSize = 0;
  return {
    known,
    all: () => entries.values(),
    /** Undefined where there is no room for it. */
    entryOf(place: UsagePlace): Counting | undefined {
      const key = keyOf(place);
      const entry = entries.get(key);
      if (entry !== undefined || gone >= maxGone || goneSize + key.length > maxGoneSize) return entry;
      gone++;
      goneSize += key.length;
      const added = newEntry(place);
      entries.set(key, added);
      return added;
    },
  };
}

function newEntry({ scope, category, kata }: UsagePlace): Counting {
  return {
    scope,
    kind: kata === null ? 'category' : 'kata',
    category,
    ...(kata !== null && { kata }),
    reads: 0,
    tokens: 0,
    last_read: null,
    faces: { mcp: 0, rest: 0, cli: 0, explorer: 0 },
  };
}

/** By reads, and of equal ones by name: scope after scope is put in order, so that others get their turn in between. */
function* mostReadFirst(entries: readonly Counting[]): Generator<void, Counting[]> {
  const byScope = new Map<string, Counting[]>();
  for (const entry of entries) addTo(byScope, entry.scope, entry);
  yield;
  const byReads = new Map<number, Counting[]>();
  for (const [, own] of [...byScope].sort(([a], [b]) => compare(a, b))) {
    yield;
    own.sort((a, b) => compare(a.category, b.category) || compare(a.kata, b.kata));
    for (const entry of own) addTo(byReads, entry.reads, entry);
  }
  return [...byReads].sort(([a], [b]) => b - a).flatMap(([, equal]) => equal);
}

function addTo<Key>(lists: Map<Key, Counting[]>, key: Key, entry: Counting): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const dayLength = 86_400_000;
/** Days that are told one by one, the last ones. */
const maxDays = 400;

function daysBetween(since: string, until: string): string[] {
  const end = Date.parse(until);
  const start = Math.max(Date.parse(since), end - (maxDays - 1) * dayLength);
  const days: string[] = [];
  for (let time = start; time <= end; time += dayLength) days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}

/** The day that is meant by `YYYY-MM-DD` or `<n>d`, the last n days in UTC with today among them; null for any other text. */
export function firstDay(text: string, now: Date): string | null {
  const [, count] = /^(\d{1,4})d$/.exec(text.trim()) ?? [];
  if (count !== undefined && Number(count) > 0)
    return new Date(now.getTime() - (Number(count) - 1) * dayLength).toISOString().slice(0, 10);
  return isUtcDay(text.trim()) ? text.trim() : null;
}
