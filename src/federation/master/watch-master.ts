import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import type { HttpClient } from '../../runtime/http/http-client.ts';
import type { PlainAnswer } from '../../runtime/http/plain-fetch.ts';
import { type Authorize, sendWithLogin } from '../../runtime/http/send-with-login.ts';
import type { Logger } from '../../runtime/log.ts';
import { reasonOf } from '../../runtime/reason-of.ts';

/** What a master said of its content. */
export interface Told {
  /** Scopes that are different now; null where it may be any. */
  readonly scopes: ReadonlySet<string> | null;
  /** It has only just been listened to for the first time, so that nothing need have changed. */
  readonly isFirst: boolean;
  /** Names what changed, however many servers pass it on. */
  readonly id?: string;
}

export interface WatchMasterOptions {
  readonly url: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
  /** The servers that the request has passed through (RFC 8586). */
  readonly loop: readonly string[];
  readonly log: Logger;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly onTold: (told: Told) => void;
}

/** A master says something each 15 s; one that is silent for longer is not there any more. */
const patience = 45_000;
/** Milliseconds after which a master that has no events is asked again; it may have been replaced by a newer one. */
const absentFor = 10 * 60_000;
/** Milliseconds between two things that are told; what comes in between is told together. It doubles up to the most while events flood in. */
const pace = 500;
const slowest = 16_000;
/** Events from one telling to the next that nobody sends who means well. */
const flood = 20;
const maxWait = 60_000;
/** Names beyond these say no more than that all may be different. */
const maxNames = 1000;
/** Characters of one event: names of that many scopes. No more are read in the time of one pace. */
const maxEvent = 512 * 1024;
/** Characters of events that are parsed to be told together; of more, any scope may be different. */
const maxParsed = 2 * maxEvent;

const changed = v.object({ scopes: v.nullable(v.array(v.string())) });

/**
 * Holds one request at a master's /api/v1/events, and tells what it says; after each break it counts everything as changed. A master
 * that has no events is left to the time of the caches. Settles once the signal has ended it.
 */
export async function watchMaster(options: WatchMasterOptions): Promise<void> {
  const { url, log, signal } = options;
  const teller = createTeller(options);
  let isFirst = true;
  for (let failures = 0; !signal.aborted; ) {
    let greeted = false;
    const outcome = await listen(options, {
      hello() {
        greeted = true;
        teller.tell({ data: null, isFirst });
        isFirst = false;
        log.info(`watching master ${url}`);
      },
      changed: (data, id) => teller.tell({ data, isFirst: false, ...(id !== undefined && { id }) }),
    });
    if (signal.aborted) break;
    failures = greeted ? 0 : failures + 1;
    if (greeted || failures === 1) log.info(`master ${url} is not watched: ${outcome.reason}`);
    const usual = Math.min(maxWait, 1000 * 2 ** Math.min(failures, 6));
    // Readers of one master do not come back all at once.
    await pause(outcome.isAbsent ? absentFor : usual * (0.2 + 0.8 * Math.random()), signal);
  }
  teller.close();
}

/** What an event said, still as text: whoever floods the stream has nothing parsed. */
interface Heard {
  /** The data of a `changed`; null of a greeting. */
  readonly data: string | null;
  readonly isFirst: boolean;
  readonly id?: string;
}

/** Tells the first at once, and what follows at a pace that a hostile master cannot raise. */
function createTeller({ onTold }: WatchMasterOptions) {
  let waiting: Heard[] = [];
  let length = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let wait = pace;
  let last = Number.NEGATIVE_INFINITY;
  const flush = () => {
    timer = undefined;
    const heard = waiting;
    const isTooMuch = length > maxParsed;
    wait = count > flood ? Math.min(wait * 2, slowest) : pace;
    [waiting, length, count] = [[], 0, 0];
    last = performance.now();
    onTold(together(heard, isTooMuch));
  };
  return {
    tell(heard: Heard) {
      count++;
      length += heard.data?.length ?? 0;
      // What may be any scope needs no more than that it was said.
      if (waiting.length === 0 || (length <= maxParsed && count <= maxNames)) waiting.push(heard);
      else length = Number.POSITIVE_INFINITY;
      timer ??= setTimeout(flush, Math.max(0, last + wait - performance.now()));
    },
    close: () => clearTimeout(timer),
  };
}

function together(heard: readonly Heard[], isTooMuch: boolean): Told {
  const isFirst = heard.every((one) => one.isFirst);
  const [only] = heard;
  const id = heard.length === 1 && !isTooMuch ? only?.id : undefined;
  const told = { isFirst, ...(id !== undefined && { id }) };
  const names = new Set<string>();
  for (const { data } of isTooMuch ? [] : heard) {
    const scopes = data === null ? null : scopesOf(data);
    if (scopes === null) return { ...told, scopes: null };
    for (const name of scopes) names.add(name);
  }
  return { ...told, scopes: isTooMuch || names.size > maxNames ? null : names };
}

interface Outcome {
  readonly reason: string;
  /** The master has no such thing. */
  readonly isAbsent: boolean;
}

interface Hearing {
  hello(): void;
  changed(data: string, id: string | undefined): void;
}

/** Listens until there is nothing more to hear. Never rejects. */
async function listen(options: WatchMasterOptions, heard: Hearing): Promise<Outcome> {
  const stop = new AbortController();
  const end = () => stop.abort();
  options.signal.addEventListener('abort', end, { once: true });
  let timer = setTimeout(end, patience);
  const stillThere = () => {
    clearTimeout(timer);
    timer = setTimeout(end, patience);
  };
  try {
    const answer = await open(options, stop.signal);
    const isEvents = /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '');
    if (answer.status === 200 && isEvents && answer.body !== null) {
      const reason = await readEvents(answer.body, { stillThere, signal: stop.signal }, heard);
      return { reason, isAbsent: false };
    }
    const isAbsent = ![401, 403, 429].includes(answer.status) && answer.status < 500;
    return { reason: isAbsent ? 'it gives no events' : `it answered ${answer.status}`, isAbsent };
  } catch (error) {
    return { reason: stop.signal.aborted ? 'it is silent' : reasonOf(error), isAbsent: false };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', end);
    stop.abort();
  }
}

function open(
  { url, client, authorize, loop }: WatchMasterOptions,
  signal: AbortSignal,
): Promise<PlainAnswer> {
  const headers = { Accept: 'text/event-stream', 'CDN-Loop': loop.join(', ') };
  return sendWithLogin(url, authorize, (login) =>
    client.stream(`${url}/api/v1/events`, { headers: { ...headers, ...login }, signal }),
  );
}

/** Reads a stream of events to its end, no faster than anybody who means well sends them; why it has one. */
async function readEvents(
  body: AsyncIterable<Uint8Array>,
  { stillThere, signal }: { readonly stillThere: () => void; readonly signal: AbortSignal },
  heard: Hearing,
): Promise<string> {
  let length = 0;
  let [since, read] = [performance.now(), 0];
  const parser = createParser({
    onEvent({ event, data, id }) {
      length = 0;
      if (event === 'hello') heard.hello();
      if (event === 'changed') heard.changed(data, isId(id) ? id : undefined);
    },
    onComment() {
      length = 0;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    stillThere();
    const text = decoder.decode(chunk, { stream: true });
    length += text.length;
    parser.feed(text);
    if (length > maxEvent) return 'it has sent an event that is too long';
    const passed = performance.now() - since;
    if (passed > pace) [since, read] = [performance.now(), 0];
    read += text.length;
    if (read <= maxEvent) continue;
    await pause(pace - passed, signal);
    [since, read] = [performance.now(), 0];
  }
  return 'it has closed the connection';
}

/** The names in an event; null, for any scope, also where it cannot be read. */
function scopesOf(data: string): ReadonlySet<string> | null {
  try {
    const { scopes } = v.parse(changed, JSON.parse(data));
    const names = new Set(scopes?.filter((name) => scopeNamePattern.test(name)));
    return scopes === null || names.size > maxNames ? null : names;
  } catch {
    return null;
  }
}

function isId(id: string | undefined): id is string {
  return id !== undefined && /^[\w.-]{1,100}$/.test(id);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
