import { clientCalled } from '../clients/clients.ts';
import { stripHidden } from '../model/text/hidden-text.ts';
import { maxClientName, type Reached, type SessionCount } from './usage-line.ts';

/** Counts of sessions in memory until they are taken. */
export interface SessionCounter {
  add(client: unknown, reached: Reached, now: Date): void;
  /** Adds sessions to the totals that are stored already. */
  note(counts: readonly SessionCount[]): void;
  /** All sessions so far. */
  totals(): readonly SessionTotal[];
  /** What was counted since the last time, which is forgotten. */
  take(): SessionCount[];
  /** Counts again what was taken and could not be kept. */
  restore(taken: readonly SessionCount[]): void;
}

/** Sessions of a known client, or of all `other` ones, that were reached in one way. */
export interface SessionTotal {
  readonly client: string;
  readonly reached: Reached;
  readonly value: number;
}

type Counting = { -readonly [Key in keyof SessionCount]: SessionCount[Key] };

/** Counts that wait in memory at most. */
const maxWaiting = 1000;

export function createSessionCounter(): SessionCounter {
  let counts = new Map<string, Counting>();
  const totals = new Map<string, SessionTotal>();
  const total = (name: string, reached: Reached, value: number) => {
    if (value === 0) return;
    // Names are made up by whoever sends them: those of known clients alone become labels.
    const client = clientCalled(name)?.[0] ?? 'other';
    const key = `${client} ${reached}`;
    totals.set(key, { client, reached, value: (totals.get(key)?.value ?? 0) + value });
  };
  const countOf = (day: string, client: string): Counting | undefined => {
    const key = JSON.stringify([day, client]);
    const known = counts.get(key);
    if (known !== undefined || counts.size >= maxWaiting) return known;
    const added = { day, client, connected: 0, asked: 0, shown: 0 };
    counts.set(key, added);
    return added;
  };
  return {
    add(client, reached, now) {
      const name = clientName(client);
      total(name, reached, 1);
      const count = countOf(now.toISOString().slice(0, 10), name);
      if (count !== undefined) count[reached] += 1;
    },
    note(given) {
      for (const { client, ...ways } of given)
        for (const reached of ['connected', 'asked', 'shown'] as const) total(client, reached, ways[reached]);
    },
    totals: () => [...totals.values()],
    restore(taken) {
      for (const { day, client, connected, asked, shown } of taken) {
        const count = countOf(day, client);
        if (count === undefined) continue;
        count.connected += connected;
        count.asked += asked;
        count.shown += shown;
      }
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

/** What a client calls itself, as one short line that can be shown anywhere; `unknown` for one that says nothing. */
function clientName(said: unknown): string {
  if (typeof said !== 'string') return 'unknown';
  const plain = stripHidden(said.slice(0, 1000).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
  return plain.slice(0, maxClientName).trim() || 'unknown';
}
