import * as v from 'valibot';
import type { RemoteScope } from '../guidance/guidance.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { createLru } from '../runtime/cache.ts';
import type { Logger } from '../runtime/log.ts';
import { type HttpClient, maxAnswerBytes } from './http-client.ts';
import { MasterError } from './master-error.ts';
import { createMasterHealth, listOfScopes, type MasterState, type Missing } from './master-health.ts';
import { readPlainEndpoints } from './plain-endpoints.ts';
import { isNotOffered, isOwnProblem, jsonOf } from './read-answer.ts';
import { type BundleReading, checked, openReading, readBundle } from './read-bundle.ts';

/** What a master answered: a value (null where it has no such scope), or why it did not. */
export type MasterAnswer<Value> =
  | { readonly ok: true; readonly value: Value | null }
  | ({ readonly ok: false } & Missing);

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
  /** Headers for each request, such as a bearer token; `refused` are those that the master answered with 401. */
  readonly authorize: (
    url: string,
    refused: Readonly<Record<string, string>> | null,
  ) => Promise<Readonly<Record<string, string>>>;
  readonly retrySeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

const maxKeptBundles = 500;
/** Characters of all of them; a hostile master could make each eight MiB. */
const maxKeptSize = 32 * 1024 * 1024;
/** Names that one master may list: enough for any organisation, and bearable for who reads them. */
const maxNames = 20_000;
/** How long a master that has no bundles is taken to have none; it may be replaced by a newer one. */
const plainMilliseconds = 10 * 60_000;

const nameList = v.pipe(v.array(v.string()), v.maxLength(maxNames));

/** One master server: asks it, keeps what it may ask for again with a condition, and remembers how it is. */
export function createMaster(options: MasterOptions): Master {
  const { url, client, authorize, now, log } = options;
  const health = createMasterHealth(options);
  const kept = createLru<{ etag: string; scope: RemoteScope }>(maxKeptBundles);
  let keptSize = 0;
  let plainUntil = 0;
  let givesBundles = false;

  async function send(
    path: string,
    { loop, signal, method = 'GET', condition = {} }: Asking & { condition?: Record<string, string> },
  ) {
    const address = `${url}/api/v1${path}`;
    const headers = { Accept: 'application/json', 'CDN-Loop': loop.join(', '), ...condition };
    const withLogin = async (login: Readonly<Record<string, string>>) =>
      client.send(address, { method, headers: { ...headers, ...login }, signal });
    const login = await authorize(url, null);
    const answer = await withLogin(login);
    if (answer.status !== 401) return answer;
    const renewed = await authorize(url, login);
    return Object.keys(renewed).length === 0 ? answer : withLogin(renewed);
  }

  function keep(name: string, etag: string, scope: RemoteScope): void {
    keptSize += scope.size;
    if (keptSize > maxKeptSize) {
      kept.clear();
      keptSize = scope.size;
    }
    kept.set(name, { etag, scope });
  }

  async function readScope(
    name: string,
    reading: BundleReading,
    asking: Asking,
  ): Promise<RemoteScope | null> {
    const base = `/scopes/${encodeURIComponent(name)}`;
    if (now() >= plainUntil) {
      const known = kept.get(name);
      const condition = known ? { 'If-None-Match': known.etag } : {};
      const answer = await send(`${base}/bundle`, { ...asking, condition });
      if (answer.status === 304 && known) return known.scope;
      if (answer.status !== 404) {
        const scope = readBundle(reading, url, jsonOf(answer), answer.text.length);
        givesBundles = true;
        plainUntil = 0;
        const etag = answer.headers.get('etag');
        if (etag !== null) keep(name, etag, scope);
        return scope;
      }
      if (isOwnProblem(answer)) return null;
      // A proxy before it may have a 404 of its own; that says nothing of other scopes.
      if (!givesBundles) plainUntil = now() + plainMilliseconds;
    }
    let size = 0;
    const read = async (path: string, { optional = false } = {}) => {
      const answer = await send(base + path, asking);
      if (answer.status === 404 || (optional && isNotOffered(answer))) return null;
      size += answer.text.length;
      if (size > maxAnswerBytes)
        throw new MasterError('answer', `its answers for scope ${name} are larger than 8 MiB together`);
      return jsonOf(answer);
    };
    return readPlainEndpoints(reading, url, name, Object.assign(read, { size: () => size }));
  }

  async function readNames(asking: Asking): Promise<readonly string[] | null> {
    const answer = await send('/scopes', asking);
    if (answer.status === 404) return null;
    const names = checked(nameList, jsonOf(answer), 'list of scopes');
    return names.filter((name) => scopeNamePattern.test(name));
  }

  async function ask<Value>(
    subject: string,
    loop: readonly string[],
    work: (asking: Asking) => Promise<Value | null>,
  ): Promise<MasterAnswer<Value>> {
    const missing = health.blocked(subject);
    if (missing !== null) return { ok: false, ...missing };
    try {
      const value = await client.withinDeadline((signal) => work({ loop, signal }));
      health.succeeded(subject);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, ...health.failed(subject, toMasterError(error)) };
    }
  }

  /** Whatever an answer can make go wrong here must not stop the local content. */
  function toMasterError(error: unknown): MasterError {
    if (error instanceof MasterError) return error;
    log.error(
      `an answer of master ${url} could not be read: ${error instanceof Error ? error.stack : error}`,
    );
    return new MasterError('answer', 'its answer cannot be read', { cause: error });
  }

  return {
    url,
    async scope(name, loop) {
      const reading = await openReading();
      return ask(name, loop, (asking) => readScope(name, reading, asking));
    },
    names: (loop) => ask(listOfScopes, loop, readNames),
    async reload(loop) {
      try {
        const { status } = await client.withinDeadline((signal) =>
          send('/reload', { loop, signal, method: 'POST' }),
        );
        return status >= 200 && status < 300 ? null : `it answered ${status}`;
      } catch (error) {
        return toMasterError(error).message;
      }
    },
    state: health.state,
    forget() {
      kept.clear();
      keptSize = 0;
      health.forget();
      plainUntil = 0;
      givesBundles = false;
    },
  };
}

/** What every request of one exchange with a master has in common. */
interface Asking {
  readonly loop: readonly string[];
  readonly signal: AbortSignal;
  readonly method?: 'GET' | 'POST';
}
