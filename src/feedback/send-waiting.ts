import type { FileHandle } from 'node:fs/promises';
import type { Logger } from '../runtime/log.ts';
import { readLines } from '../runtime/read-lines.ts';
import { type FeedbackEntry, parseLine, toFeedback } from './entry.ts';
import { createFeedbackLog, type FeedbackLog } from './feedback-log.ts';
import type { ForwardClaim } from './forward-claim.ts';
import { isKey } from './key.ts';
import type { Post } from './post.ts';

export interface WaitingSenderOptions {
  /** The log that entries are sent from. */
  readonly path: string;
  /** The folder inside of which no link is followed. */
  readonly within: string | null;
  /** Base URL of the server that gets them. */
  readonly url: string;
  readonly post: Post;
  readonly log: Logger;
  /** Ends sending at once. */
  readonly closing: AbortSignal;
  /** Hears after each try why the entry has to wait; null where it does not. */
  readonly onTried: (reason: string | null) => void;
}

/** Statuses that judge the entry itself. All others may be different tomorrow: a proxy, a login, a wrong address. */
const refusals = [400, 413, 415, 422];

/** What sends the entries of a claimed log, in order, until one has to wait. */
export function createWaitingSender(
  options: WaitingSenderOptions,
): (file: FileHandle, claim: ForwardClaim) => Promise<void> {
  const { closing, onTried } = options;
  const refused = createFeedbackLog(`${options.path}.refused`, options.within);
  return async (file, claim) => {
    for await (const { text, next, ended } of readLines(file, claim.offset)) {
      if (!ended || closing.aborted) return;
      const entry = text === null ? null : parseLine(text);
      if (entry === null || !isSendable(entry, text ?? '')) {
        claim.pass(next);
        continue;
      }
      await claim.hold();
      const reason = await send(entry, options, refused);
      if (closing.aborted && reason !== null) return;
      onTried(reason);
      if (reason !== null || !(await claim.advance(next))) return;
    }
  };
}

/** Why the entry has to wait; null once it needs no more sending. */
async function send(
  entry: FeedbackEntry,
  { path, url, post, log, closing }: WaitingSenderOptions,
  refused: FeedbackLog,
): Promise<string | null> {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Idempotency-Key': entry.id,
  };
  const body = JSON.stringify(toFeedback(entry));
  const answer = await post(`${url}/api/v1/feedback`, body, headers, closing).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof answer === 'string') return answer;
  const { status } = answer;
  if (refusals.includes(status)) {
    await refused.append(entry, { once: true });
    log.warn(`${url} refused feedback ${entry.id} with HTTP ${status}; it is kept in ${path}.refused`);
    return null;
  }
  return status >= 200 && status < 300 ? null : `HTTP ${status}`;
}

/** Whether the line itself names the entry: the receiver must know it when it comes again. */
function isSendable({ id }: FeedbackEntry, line: string): boolean {
  return isKey(id) && line.includes(`"id":${JSON.stringify(id)}`);
}
