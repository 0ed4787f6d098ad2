import { isDay, type UsageFace, type UsageLine } from './usage-line.ts';

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

/** Categories and katas that are told apart: more than any content has; what senders make up beyond is passed over. */
const maxPlaces = 200_000;

/** What was read between two days, of all that there is. */
export async function usageReport(
  lines: AsyncIterable<UsageLine>,
  { since, until, places, isWanted }: UsageQuestion,
): Promise<UsageReport> {
  const entries = new Map<string, Counting>();
  const days = new Map(daysBetween(since, until).map((day) => [day, { day, reads: 0, tokens: 0 }]));
  const entryOf = ({ scope, category, kata }: UsagePlace): Counting | undefined => {
    const key = JSON.stringify([scope, category, kata]);
    let entry = entries.get(key);
    if (entry === undefined && entries.size < maxPlaces) {
      entry = newEntry({ scope, category, kata });
      entries.set(key, entry);
    }
    return entry;
  };
  const known = new Set<Counting>();
  for (const place of places) {
    const entry = entryOf(place);
    if (entry !== undefined) known.add(entry);
  }
  for await (const { timestamp, counts } of lines) {
    const written = new Date(timestamp).toISOString();
    for (const { day, scope, category, kata = null, face, reads, tokens } of counts) {
      if (!(await isWanted(scope))) continue;
      const entry = entryOf({ scope, category, kata });
      if (entry === undefined) continue;
      const at = written.startsWith(day) ? written : `${day}T23:59:59.999Z`;
      if (reads > 0 && (entry.last_read === null || at > entry.last_read)) entry.last_read = at;
      if (day < since || day > until) continue;
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
  const shown = [...entries.values()].filter((entry) => entry.reads > 0 || known.has(entry));
  return { entries: shown.sort(mostReadFirst), days: [...days.values()] };
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

function mostReadFirst(a: UsageEntry, b: UsageEntry): number {
  return (
    b.reads - a.reads ||
    compare(a.scope, b.scope) ||
    compare(a.category, b.category) ||
    compare(a.kata, b.kata)
  );
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
  return isDay(text.trim()) ? text.trim() : null;
}
