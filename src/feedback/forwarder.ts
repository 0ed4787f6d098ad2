import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../runtime/files.ts';
import type { Logger } from '../runtime/log.ts';
import { type FeedbackEntry, parseLine, toFeedback } from './entry.ts';
import { createFeedbackLog } from './feedback-log.ts';
import { createForwardFile } from './forward-state.ts';
import { isKey } from './key.ts';
import { openLog } from './read-entries.ts';
import { readLines } from './read-lines.ts';

/** Sends one entry. Rejects when there is no answer; every status is one. */
export type Post = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number }>;

export interface ForwarderOptions {
  /** The log that entries are sent from. */
  readonly path: string;
  /** Base URL of the server that gets them. */
  readonly url: string;
  readonly retrySeconds: number;
  readonly timeoutSeconds: number;
  readonly post: Post;
  readonly log: Logger;
}

/** Sends the entries of a log to another server, each until it is accepted, in the background. */
export interface Forwarder {
  /** To be awaited before the first entry is appended: marks the place in the log that sending starts from. */
  prepare(): Promise<void>;
  /** Sends what is waiting, now and from then on every `retrySeconds`. Keeps no process alive. */
  wake(): void;
  /** Settles when nothing is waiting, sending failed, or `timeoutSeconds` are over. */
  flush(): Promise<void>;
  /** Stops at once; what is not sent stays in the log. */
  close(): Promise<void>;
}

/** Statuses that judge the entry itself. All others may be different tomorrow: a proxy, a login, a wrong address. */
const refusals = [400, 413, 415, 422];
const shortestPause = 250;

/**
 * The log is the spool: an entry that is in it with an id waits to be sent if it lies behind the place that the state
 * file names. So there is no moment at which a crash could separate storing an entry from queueing it.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { path, url, retrySeconds, timeoutSeconds, post, log } = options;
  const own = randomUUID();
  const stateFile = createForwardFile(`${path}.forward`, own);
  const refused = createFeedbackLog(`${path}.refused`);
  const pause = Math.max(retrySeconds * 1000, shortestPause);
  const closing = new AbortController();
  let preparing: Promise<void> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let notBefore = 0;
  let outage = false;
  let timer: NodeJS.Timeout | undefined;

  /** Why the entry has to wait; null once it needs no more sending. */
  async function send(entry: FeedbackEntry & { readonly id: string }): Promise<string | null> {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Idempotency-Key': entry.id,
    };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
    const answer = await post(
      `${url}/api/v1/feedback`,
      JSON.stringify(toFeedback(entry)),
      headers,
      signal,
    ).catch((error: unknown) => reasonOf(error, signal, timeoutSeconds));
    if (typeof answer === 'string') return answer;
    const { status } = answer;
    if (refusals.includes(status)) {
      await refused.append(entry, { once: true });
      log.warn(`${url} refused feedback ${entry.id} with HTTP ${status}; it is kept in ${path}.refused`);
      return null;
    }
    return status >= 200 && status < 300 ? null : `HTTP ${status}`;
  }

  async function sendWaiting(file: FileHandle): Promise<void> {
    const state = await stateFile.read(file);
    if (state.holder !== null && state.holder !== own && state.until > Date.now()) return;
    let { offset } = state;
    let held = false;
    const save = (holder: string | null) => {
      held = holder !== null;
      // Longer than one entry takes: a process that was killed holds the others up no longer than this.
      const until = held ? Date.now() + (timeoutSeconds + 5) * 1000 : 0;
      return stateFile.write(file, { offset, holder, until });
    };
    try {
      for await (const { text, next, ended } of readLines(file, offset)) {
        if (!ended || closing.signal.aborted) break;
        const entry = text === null ? null : parseLine(text);
        if (entry !== null && isSendable(entry)) {
          if (!held) await save(own);
          const reason = await send(entry);
          if (closing.signal.aborted && reason !== null) break;
          tell(reason);
          if (reason !== null) break;
          // Of two that started in the same moment, the one that wrote its name last goes on.
          if ((await stateFile.read(file)).holder !== own) {
            offset = state.offset;
            held = false;
            break;
          }
          offset = next;
          await save(own);
        } else offset = next;
      }
    } finally {
      if (held || offset !== state.offset) await save(null);
    }
  }

  function tell(reason: string | null): void {
    notBefore = reason === null ? 0 : Date.now() + pause;
    if ((reason !== null) === outage) return;
    outage = reason !== null;
    if (outage) {
      log.warn(
        `feedback cannot be forwarded to ${url}: ${reason}. It waits in ${path}; the next try is in ${pause / 1000} s`,
      );
    } else log.warn(`feedback is forwarded to ${url} again`);
  }

  async function run(): Promise<void> {
    const file = await openLog(path);
    if (file === null) return;
    try {
      await sendWaiting(file);
    } finally {
      await file.close();
    }
  }

  function start(): Promise<void> {
    again = false;
    running ??= run()
      .catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        running = null;
        schedule();
      });
    return running;
  }

  /** Other processes append to the log too, and may end before they have sent it; so a look is taken now and then. */
  function schedule(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(start, again && notBefore <= Date.now() ? 0 : pause);
    timer.unref();
  }

  return {
    prepare() {
      preparing ??= (async () => {
        await mkdir(dirname(path), { recursive: true });
        const file = await openLog(path);
        await stateFile.create(file).finally(() => file?.close());
      })().catch((error: unknown) => {
        preparing = undefined;
        log.warn(`feedback is not forwarded yet: ${error}`);
      });
      return preparing;
    },
    wake() {
      if (closing.signal.aborted) return;
      again = true;
      if (running === null && notBefore <= Date.now()) void start();
      else if (running === null && timer === undefined) schedule();
    },
    async flush() {
      let limit: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, timeoutSeconds * 1000);
      });
      await Promise.race([start(), over]);
      clearTimeout(limit);
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

function isSendable(entry: FeedbackEntry): entry is FeedbackEntry & { readonly id: string } {
  return entry.id !== undefined && isKey(entry.id);
}

/** The innermost message: fetch hides "connect ECONNREFUSED …" behind "fetch failed". */
function reasonOf(error: unknown, signal: AbortSignal, timeoutSeconds: number): string {
  if (signal.aborted) return `no answer within ${timeoutSeconds} s`;
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost instanceof Error ? innermost.message || errorCode(innermost) : String(innermost);
}
