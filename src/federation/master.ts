import * as v from 'valibot';
import type { RemoteScope, UnavailableMaster } from '../model/guidance.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { createLru } from '../runtime/cache.ts';
import type { Logger } from '../runtime/log.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
import { MasterError } from './master-error.ts';
import { readPlainEndpoints } from './plain-endpoints.ts';
import { checked, readBundle } from './read-bundle.ts';

/** What a master answered: a value (null where it has no such scope), or why it did not. */
export type MasterAnswer<Value> =
  | { readonly ok: true; readonly value: Value | null }
  | { readonly ok: false; readonly unavailable: UnavailableMaster; readonly keepSeconds: number };

export interface MasterState {
  readonly url: string;
  readonly state: 'untried' | 'available' | 'unavailable';
  readonly reason: string | null;
  /** ISO 8601, UTC: since when it is unavailable. */
  readonly since: string | null;
  /** ISO 8601, UTC. */
  readonly last_success: string | null;
  /** Seconds since then. */
  readonly age_seconds: number | null;
}

export interface Master {
  readonly url: string;
  scope(name: string, loop: readonly string[]): Promise<MasterAnswer<RemoteScope>>;
  names(loop: readonly string[]): Promise<MasterAnswer<readonly string[]>>;
  /** Asks it to reload; the reason where it did not. */
  reload(loop: readonly string[]): Promise<string | null>;
  state(): MasterState;
  /** Forgets outages, kept bundles, and what it is known to lack. */
  forget(): void;
}

export interface MasterOptions {
  readonly url: string;
  readonly client: HttpClient;
  /** Headers for each request, such as a bearer token; `renew` after the master refused the last ones. */
  readonly authorize: (url: string, renew: boolean) => Promise<Readonly<Record<string, string>>>;
  readonly retrySeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

const maxKeptBundles = 500;
const nameList = v.array(v.string());

/** One master server: asks it, remembers how it is, and tells once when it goes and when it is back. */
export function createMaster(options: MasterOptions): Master {
  const { url, client, authorize, retrySeconds, now, log } = options;
  const kept = createLru<{ etag: string; scope: RemoteScope }>(maxKeptBundles);
  // Connections fail for the whole master; an HTTP error is about what was asked.
  let outage: { reason: string; since: number; until: number } | null = null;
  const refusals = new Map<string, { reason: string; since: number }>();
  let lastSuccess: number | null = null;
  let hasBundles = true;

  async function send(
    path: string,
    loop: readonly string[],
    signal: AbortSignal,
    extra: Record<string, string> = {},
  ) {
    const headers = { Accept: 'application/json', 'CDN-Loop': loop.join(', '), ...extra };
    const address = `${url}/api/v1${path}`;
    const answer = await client.send(address, {
      headers: { ...headers, ...(await authorize(url, false)) },
      signal,
    });
    if (answer.status !== 401) return answer;
    const renewed = await authorize(url, true);
    return Object.keys(renewed).length === 0
      ? answer
      : client.send(address, { headers: { ...headers, ...renewed }, signal });
  }

  async function readScope(
    name: string,
    loop: readonly string[],
    signal: AbortSignal,
  ): Promise<RemoteScope | null> {
    const base = `/scopes/${encodeURIComponent(name)}`;
    if (hasBundles) {
      // What a master leaves out for some loops must not be taken for an answer without them.
      const key = `${name} ${loop.join(' ')}`;
      const known = kept.get(key);
      const answer = await send(`${base}/bundle`, loop, signal, known ? { 'If-None-Match': known.etag } : {});
      if (answer.status === 304 && known) return known.scope;
      if (answer.status !== 404) {
        const scope = readBundle(url, jsonOf(answer));
        if (scope.cleaned > 0)
          log.warn(`master ${url}: hidden characters were taken out of ${scope.cleaned} texts of ${name}`);
        const etag = answer.headers.get('etag');
        if (etag !== null) kept.set(key, { etag, scope });
        return scope;
      }
      if (isOwnProblem(answer)) return null;
      hasBundles = false;
    }
    return readPlainEndpoints(url, name, async (path, { optional = false } = {}) => {
      const answer = await send(base + path, loop, signal);
      if (answer.status === 404) return null;
      if (optional && (answer.status >= 400 || !isJson(answer))) return null;
      return jsonOf(answer);
    });
  }

  /** `subject` is what is asked for: a scope's name, or nothing for the list. */
  async function ask<Value>(
    subject: string,
    work: (signal: AbortSignal) => Promise<Value | null>,
  ): Promise<MasterAnswer<Value>> {
    if (outage !== null && now() < outage.until) return missing(outage, (outage.until - now()) / 1000);
    try {
      const value = await work(client.deadline());
      if (outage !== null || refusals.delete(subject)) log.warn(`master ${url} is back${about(subject)}`);
      outage = null;
      lastSuccess = now();
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof MasterError)) throw error;
      const { message: reason } = error;
      if (error.kind === 'connection') {
        if (outage === null) log.warn(`master ${url} is unavailable: ${reason}; its content is left out`);
        outage = { reason, since: outage?.since ?? now(), until: now() + retrySeconds * 1000 };
        return missing(outage, retrySeconds);
      }
      const refusal = refusals.get(subject) ?? { reason, since: now() };
      if (!refusals.has(subject))
        log.warn(`master ${url} is unavailable${about(subject)}: ${reason}; its content is left out`);
      refusals.set(subject, refusal);
      return missing(refusal, 0);
    }
  }

  function missing(why: { reason: string; since: number }, keepSeconds: number): MasterAnswer<never> {
    const since = new Date(why.since).toISOString();
    return { ok: false, unavailable: { url, reason: why.reason, since }, keepSeconds };
  }

  return {
    url,
    scope: (name, loop) => ask(name, (signal) => readScope(name, loop, signal)),
    names: (loop) =>
      ask('', async (signal) => {
        const answer = await send('/scopes', loop, signal);
        const names = checked(nameList, jsonOf(answer), 'list of scopes');
        return names.filter((name) => scopeNamePattern.test(name));
      }),
    async reload(loop) {
      try {
        const headers = {
          Accept: 'application/json',
          'CDN-Loop': loop.join(', '),
          ...(await authorize(url, false)),
        };
        const answer = await client.send(`${url}/api/v1/reload`, {
          method: 'POST',
          headers,
          signal: client.deadline(),
        });
        if (answer.status >= 200 && answer.status < 300) return null;
        return `it answered ${answer.status}`;
      } catch (error) {
        if (error instanceof MasterError) return error.message;
        throw error;
      }
    },
    state() {
      const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
      const trouble = outage ?? [...refusals.values()][0] ?? null;
      return {
        url,
        state: trouble !== null ? 'unavailable' : lastSuccess === null ? 'untried' : 'available',
        reason: trouble?.reason ?? null,
        since: time(trouble?.since ?? null),
        last_success: time(lastSuccess),
        age_seconds: lastSuccess === null ? null : Math.round((now() - lastSuccess) / 1000),
      };
    },
    forget() {
      kept.clear();
      outage = null;
      refusals.clear();
      hasBundles = true;
    },
  };
}

function about(subject: string): string {
  return subject === '' ? '' : ` for scope ${subject}`;
}

function isJson(answer: HttpAnswer): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(answer.headers.get('content-type') ?? '');
}

function jsonOf(answer: HttpAnswer): unknown {
  if (answer.status !== 200)
    throw new MasterError('status', statusReason(answer.status), { status: answer.status });
  if (!isJson(answer)) {
    const type = answer.headers.get('content-type')?.slice(0, 60) ?? 'no content type';
    throw new MasterError('connection', `its answer is not JSON but ${type}`);
  }
  try {
    return JSON.parse(answer.text);
  } catch (error) {
    throw new MasterError('connection', 'its answer is not valid JSON', { cause: error });
  }
}

function statusReason(status: number): string {
  if (status === 401) return 'it answered 401: it asks for a login; run "precept login"';
  if (status === 403) return 'it answered 403: this login may not read there';
  return `it answered ${status}`;
}

/** Whether a 404 is the word of a master that knows bundles: it has no such scope. */
function isOwnProblem(answer: HttpAnswer): boolean {
  if (!isJson(answer)) return false;
  try {
    const { type } = JSON.parse(answer.text) as { type?: unknown };
    return (
      typeof type === 'string' && type.startsWith('urn:precept:problem:') && !type.endsWith(':not-found')
    );
  } catch {
    return false;
  }
}
