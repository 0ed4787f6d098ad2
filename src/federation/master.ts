import * as v from 'valibot';
import type { RemoteScope } from '../guidance/guidance.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { type HttpClient, HttpError } from '../runtime/http-client.ts';
import type { Logger } from '../runtime/log.ts';
import type { Authorize } from '../runtime/send-with-login.ts';
import { createAnswering, type Keeping, type MasterAnswer, type Question } from './answer-or-copy.ts';
import { createAsk } from './ask-master.ts';
import { MasterError } from './master-error.ts';
import { createMasterHealth, listOfScopes, type MasterState } from './master-health.ts';
import { isNotOffered, jsonOf } from './read-answer.ts';
import { checked, openReading } from './read-bundle.ts';
import { createScopeReader } from './read-remote-scope.ts';

export interface Master {
  readonly url: string;
  scope(name: string, loop: readonly string[]): Promise<MasterAnswer<RemoteScope>>;
  names(loop: readonly string[]): Promise<MasterAnswer<readonly string[]>>;
  /** What it says itself became of something in its scope: JSON of any shape, or why there is none. Outages are not noted. */
  explain(name: string, of: string, loop: readonly string[]): Promise<{ data: unknown } | { error: string }>;
  /** Asks it to reload; the reason where it did not. */
  reload(loop: readonly string[]): Promise<string | null>;
  state(): MasterState;
  isDenied(): boolean;
  /** Forgets outages: it has been heard of. */
  isBack(): Promise<void>;
  /** Forgets outages, kept bundles, and what it is known to lack. Copies stay, to be asked for with a condition. */
  forget(): Promise<void>;
}

export interface MasterOptions {
  readonly url: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
  readonly timeoutSeconds: number;
  readonly retrySeconds: number;
  /** What its content is kept by on disk; null where none is. */
  readonly keeping: Keeping | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Names that one master may list: enough for any organisation, and bearable for who reads them. */
const maxNames = 10_000;

const nameList = v.pipe(v.array(v.string()), v.maxLength(maxNames));

/** One master server: asks it, keeps what it may ask for again with a condition, and remembers how it is. */
export function createMaster(options: MasterOptions): Master {
  const { url, client, log } = options;
  const health = createMasterHealth(options);
  const ask = createAsk(options);
  const scopes = createScopeReader({ url, ask, now: options.now });

  const answer = createAnswering({ ...options, health, toError: (error) => toMasterError(error, url, log) });

  const listing: Question<readonly string[]> = {
    subject: listOfScopes,
    async ask(asking, held) {
      const etag = held?.copy?.etag ?? null;
      let given = await ask('/scopes', asking, etag === null ? {} : { 'If-None-Match': etag });
      if (given.status === 304 && etag !== null) {
        const known = await held?.open();
        if (known) {
          await held?.place.confirm();
          return known;
        }
        given = await ask('/scopes', asking);
      }
      if (given.status === 404) return null;
      const names = toNames(jsonOf(given));
      await held?.place.keep(given.headers.get('etag'), given.text);
      return names;
    },
    open: async ({ text }) => (text === null ? null : toNames(JSON.parse(text))),
  };

  return {
    url,
    async scope(name, loop) {
      const reading = await openReading();
      return answer(
        {
          subject: name,
          ask: (asking, held) => scopes.read(name, reading, asking, held),
          open: (copy) => scopes.open(reading, copy),
        },
        loop,
      );
    },
    names: (loop) => answer(listing, loop),
    async explain(name, of, loop) {
      const missing = health.blocked(name);
      if (missing !== null) return { error: missing.unavailable.reason };
      const path = `/scopes/${encodeURIComponent(name)}/explain?${new URLSearchParams({ of })}`;
      try {
        const answer = await client.withinDeadline((signal) => ask(path, { loop, signal }));
        return isNotOffered(answer)
          ? { error: 'it gives no explanations; it may be an older one' }
          : { data: jsonOf(answer) };
      } catch (error) {
        return { error: toMasterError(error, url, log).message };
      }
    },
    async reload(loop) {
      try {
        const { status } = await client.withinDeadline((signal) =>
          ask('/reload', { loop, signal, method: 'POST' }),
        );
        return status >= 200 && status < 300 ? null : `it answered ${status}`;
      } catch (error) {
        return toMasterError(error, url, log).message;
      }
    },
    state: health.state,
    isDenied: health.isDenied,
    async isBack() {
      health.forget();
      await options.keeping?.marks.forget();
    },
    async forget() {
      scopes.forget();
      health.forget();
      await options.keeping?.marks.forget();
    },
  };
}

function toNames(data: unknown): readonly string[] {
  return checked(nameList, data, 'list of scopes').filter((name) => scopeNamePattern.test(name));
}

/** Whatever an answer can make go wrong here must not stop the local content. */
function toMasterError(error: unknown, url: string, log: Logger): MasterError {
  if (error instanceof MasterError) return error;
  if (error instanceof HttpError) return new MasterError(error.kind, error.message, { cause: error });
  log.error(`an answer of master ${url} could not be read: ${error instanceof Error ? error.stack : error}`);
  return new MasterError('answer', 'its answer cannot be read', { cause: error });
}
