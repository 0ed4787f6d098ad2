import { clientCalled } from '../clients/clients.ts';
import { startTurns } from '../runtime/async/turns.ts';
import type { SessionCount, UsageLine } from './usage-line.ts';

/** How many sessions there were, and how many of them guidance reached. */
export type Reach = Omit<SessionCount, 'day' | 'client'>;

export interface ReachEntry extends Reach {
  /** As the client calls itself. */
  readonly client: string;
  /** What would have more of its sessions reached; null where all are. */
  readonly cure: string | null;
  /** The days with sessions, the first one first. */
  readonly days: readonly (Reach & { readonly day: string })[];
}

export interface ReachQuestion {
  /** Days, both included. */
  readonly since: string;
  readonly until: string;
}

type Counting = { -readonly [Key in keyof Reach]: Reach[Key] };

/** Names of clients that are told apart; more are counted together, since a sender may make them up. */
const maxClients = 500;
const others = 'other';

/** The sessions of each client between two days, the client with the most first. Others get their turns. */
export async function reachReport(
  lines: AsyncIterable<UsageLine>,
  { since, until }: ReachQuestion,
): Promise<ReachEntry[]> {
  const turn = startTurns();
  const found = new Map<string, Map<string, Counting>>();
  for await (const { sessions = [] } of lines) {
    await turn();
    for (const { day, client, ...reach } of sessions) {
      if (day < since || day > until) continue;
      const name = usualName(client);
      const known = found.has(name) || found.size < maxClients ? name : others;
      const days = found.get(known) ?? new Map<string, Counting>();
      found.set(known, days);
      add(days, day, reach);
    }
  }
  const entries = [...found].map(([client, days]): ReachEntry => {
    const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
    const sum = { connected: 0, asked: 0, shown: 0 };
    for (const [, reach] of sorted) addTo(sum, reach);
    return {
      client,
      ...sum,
      cure: cureOf(client, sum),
      days: sorted.map(([day, reach]) => ({ day, ...reach })),
    };
  });
  return entries.sort(
    (a, b) => b.connected - a.connected || b.shown - a.shown || (a.client < b.client ? -1 : 1),
  );
}

function add(days: Map<string, Counting>, day: string, reach: Reach): void {
  const known = days.get(day);
  if (known === undefined) days.set(day, { ...reach });
  else addTo(known, reach);
}

function addTo(sum: Counting, { connected, asked, shown }: Reach): void {
  sum.connected += connected;
  sum.asked += asked;
  sum.shown += shown;
}

/** One name for a client, whether it said it itself or a hook its id, or it names the server too. */
function usualName(client: string): string {
  return clientCalled(client)?.[1].saysItIs[0] ?? client;
}

function cureOf(client: string, { connected, asked, shown }: Reach): string | null {
  if (Math.max(asked, shown) >= connected) return null;
  const [id, row] = clientCalled(client) ?? [null, null];
  if (id === null || row === null || row.servers === null)
    return 'Write a pointer into the file of instructions that it reads: "precept init --client codex --write" has one in AGENTS.md.';
  const command = `"precept init --client ${id} --write"`;
  const pointer = `the pointer in ${row.pointer ?? 'AGENTS.md'}`;
  if (row.hooks === null) return `Set up ${pointer}: ${command}.`;
  return shown === 0
    ? `Set up its hook and ${pointer}: ${command}; "precept doctor" says whether the hook fires.`
    : `Set up its hook and ${pointer} in each project: ${command}; "precept doctor" says where the hook does not fire.`;
}
