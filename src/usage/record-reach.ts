import { appendLines, withLog } from '../runtime/files/append-lines.ts';

/** What of a session is counted: that a client connected, that its agent asked, that a hook showed it something. */
export type ReachEvent = 'connected' | 'asked' | 'shown';

/** Adds to the log of usage that a session of a client was reached in this way today. Rejects with the reason when it could not. */
export async function recordReach(
  { path, within }: { readonly path: string; readonly within: string | null },
  { client, what }: { readonly client: string; readonly what: ReachEvent },
): Promise<void> {
  const timestamp = new Date().toISOString();
  const text = JSON.stringify({ timestamp, kind: 'session', client, day: timestamp.slice(0, 10), what });
  await withLog(path, within, async (file) => {
    const [fate] = await appendLines(file, path, [{ text }]);
    if (fate instanceof Error) throw fate;
  });
}
