import { vi } from 'vitest';
import { afterFile } from '../support/after-file.ts';

/** A stream of events that a test holds open. */
export interface EventStream {
  readonly response: Response;
  /** Everything that has come so far, as sent. */
  text(): string;
  /** What the `changed` events have said so far. */
  told(): unknown[];
  /** Waits until it has said that many things. */
  until(count: number): Promise<unknown[]>;
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>;
}

/** Opens the stream of a server, and waits for its greeting. */
export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const stop = new AbortController();
  afterFile(() => stop.abort());
  const response = await fetch(`${url}/api/v1/events`, { headers, signal: stop.signal });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  };
  const ended = read().catch(() => {});
  const told = () =>
    [...text.matchAll(/^event: changed\n(?:id: .*\n)?data: (.*)\n\n/gm)].map(([, data]) =>
      JSON.parse(String(data)),
    );
  if (response.status === 200) await vi.waitFor(() => greeted(text), { timeout: 60_000 });
  return {
    response,
    text: () => text,
    told,
    ended,
    async until(count) {
      await vi.waitFor(
        () => {
          if (told().length < count) throw new Error(`${told().length} of ${count}: ${text}`);
        },
        { timeout: 60_000 },
      );
      return told();
    },
  };
}

function greeted(text: string): void {
  if (!text.startsWith('event: hello\ndata: {')) throw new Error(`no greeting: ${text}`);
}
