import type { FileHandle } from 'node:fs/promises';
import { appendLines, withLog } from '../runtime/files/append-lines.ts';
import { readLines } from '../runtime/files/read-lines.ts';
import type { Logger } from '../runtime/log.ts';
import type { ForwardClaim } from './forward-claim.ts';
import type { Post } from './post.ts';

/** One request that a line of the log asks for. */
export interface Parcel {
  /** Its Idempotency-Key: the receiver takes it once, however often it comes. */
  readonly key: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body: string;
}

export interface WaitingSenderOptions {
  /** The log that entries are sent from. */
  readonly path: string;
  /** The folder inside of which no link is followed. */
  readonly within: string | null;
  /** Base URL of the server that gets them. */
  readonly url: string;
  /** What is sent, for messages. */
  readonly what: string;
  /** What a line asks to be sent; none for a line that needs no sending. */
  readonly parcelsOf: (line: string) => readonly Parcel[];
  /** Whether what the receiver refuses is kept in a file beside the log; otherwise it is dropped. */
  readonly keepRefused: boolean;
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
  const { closing, onTried, parcelsOf } = options;
  return async (file, claim) => {
    for await (const { text, next, ended } of readLines(file, claim.offset)) {
      if (!ended || closing.aborted) return;
      const parcels = text === null ? [] : parcelsOf(text);
      if (parcels.length === 0) {
        claim.pass(next);
        continue;
      }
      await claim.hold();
      const reason = await sendAll(parcels, text ?? '', options);
      if (closing.aborted && reason !== null) return;
      onTried(reason);
      if (reason !== null || !(await claim.advance(next))) return;
    }
  };
}

async function sendAll(
  parcels: readonly Parcel[],
  line: string,
  options: WaitingSenderOptions,
): Promise<string | null> {
  for (const parcel of parcels) {
    const reason = await send(parcel, line, options);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why the entry has to wait; null once it needs no more sending. */
async function send(
  { key, path: route, body }: Parcel,
  line: string,
  { path, within, url, what, keepRefused, post, log, closing }: WaitingSenderOptions,
): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'Idempotency-Key': key };
  const answer = await post(`${url}${route}`, body, headers, closing).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof answer === 'string') return answer;
  const { status } = answer;
  if (refusals.includes(status)) {
    // Precept takes what Precept sends, and what stands before it may have a smaller limit.
    const hint = status === 413 ? ', which is perhaps the limit that a proxy before it has for bodies' : '';
    const message = `${url} refused ${what} ${key} with HTTP ${status}${hint}`;
    if (!keepRefused) {
      if (status === 413) log.warn(`${message}; it is lost`);
      else log.info(message);
      return null;
    }
    const refused = `${path}.refused`;
    await withLog(refused, within, (file) => appendLines(file, refused, [{ text: line, id: key }]));
    log.warn(`${message}; it is kept in ${refused}`);
    return null;
  }
  if (status === 401)
    return 'HTTP 401: it asks for a login; run "precept login", or "precept doctor <url>" where a person or a program has one';
  return status >= 200 && status < 300 ? null : `HTTP ${status}`;
}
