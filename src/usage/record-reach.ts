import { randomUUID } from 'node:crypto';
import { appendLines, withLog } from '../runtime/files/append-lines.ts';
import type { Reached, UsageLine } from './usage-line.ts';

/** Where sessions are counted: the file, and the folder inside of which no link is followed. */
export interface ReachPlace {
  readonly path: string;
  readonly within: string | null;
}

/**
 * Counts that a session of a client was reached today, as one line of the log of usage: for a program that does nothing else and ends at
 * once. `client` is its id, like `claude`. Rejects with the reason where it cannot be kept.
 */
export async function recordReach(
  { path, within }: ReachPlace,
  { client, what }: { readonly client: string; readonly what: Reached },
): Promise<void> {
  const timestamp = new Date().toISOString();
  const none = { day: timestamp.slice(0, 10), client, connected: 0, asked: 0, shown: 0 };
  // With an id of its own, so that a server that sends counts on sends this one once.
  const line: UsageLine = { timestamp, id: randomUUID(), counts: [], sessions: [{ ...none, [what]: 1 }] };
  await withLog(path, within, async (file) => {
    const [fate] = await appendLines(file, path, [{ text: JSON.stringify(line) }]);
    if (fate instanceof Error) throw fate;
  });
}
