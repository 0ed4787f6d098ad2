import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { scopeNamePattern } from '../model/scope-name.ts';
import type { HttpClient } from '../runtime/http-client.ts';
import type { Logger } from '../runtime/log.ts';
import type { PlainAnswer } from '../runtime/plain-fetch.ts';
import { reasonOf } from '../runtime/reason-of.ts';
import { type Authorize, sendWithLogin } from '../runtime/send-with-login.ts';

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
/** Milliseconds between two things that are told; what comes in between is told together. */
const pace = 500;
const maxWait = 60_000;
/** Names beyond these say no more than that all may be different. */
const maxNames = 1000;
/** Characters of one event: names of that many scopes. */
const maxEvent = 512 * 1024;

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
        teller.tell({ scopes: null, isFirst });
        isFirst = false;
        log.info(`watching master ${url}`);
      },
      changed: (told) => teller.tell({ ...told, isFirst: false }),
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

/** Tells the first at once, and what follows at a pace that a hostile master cannot raise. */
function createTeller({ onTold }: WatchMasterOptions) {
  let waiting: Told | null = null;
  let timer: NodeJS.Timeout | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const flush = () => {
    timer = undefined;
    const told = waiting;
    waiting = null;
    last = performance.now();
    if (told !== null) onTold(told);
  };
  return {
    tell(told: Told) {
      waiting = waiting === null ? told : together(waiting, told);
      timer ??= setTimeout(flush, Math.max(0, last + pace - performance.now()));
    },
    close: () => clearTimeout(timer),
  };
}

function together(first: Told, second: Told): Told {
  const scopes =
    first.scopes === null || second.scopes === null ? null : new Set([...first.scopes, ...second.scopes]);
  return { scopes, isFirst: first.isFirst && second.isFirst };
}

interface Outcome {
  readonly reason: string;
  /** The master has no such thing. */
  readonly isAbsent: boolean;
}

interface Heard {
  hello(): void;
  changed(told: Omit<Told, 'isFirst'>): void;
}

/** Listens until there is nothing more to hear. Never rejects. */
async function listen(options: WatchMasterOptions, heard: Heard): Promise<Outcome> {
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
      const reason = await readEvents(answer.body, stillThere, heard);
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

/** Reads a stream of events to its end; why it has one. */
async function readEvents(
  body: AsyncIterable<Uint8Array>,
  stillThere: () => void,
  heard: Heard,
): Promise<string> {
  let length = 0;
  const parser = createParser({
    onEvent({ event, data, id }) {
      length = 0;
      if (event === 'hello') heard.hello();
      if (event === 'changed') heard.changed({ scopes: scopesOf(data), ...(isId(id) && { id }) });
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
