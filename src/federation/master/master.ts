import { isManifestUrl } from '../../config/values/master-url.ts';
import type { RemoteScope } from '../../guidance/guidance.ts';
import { filesFolder, manifestName } from '../../model/names/manifest-name.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { lazy } from '../../runtime/async/lazy.ts';
import { connectionCause } from '../../runtime/http/connection-cause.ts';
import { type HttpClient, HttpError } from '../../runtime/http/http-client.ts';
import { type Authorize, IssuerAway } from '../../runtime/http/send-with-login.ts';
import type { Logger } from '../../runtime/log.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { type Ask, createAsk } from '../ask-master.ts';
import { createAnswering, type Keeping, type MasterAnswer } from '../copies/answer-or-copy.ts';
import { MasterError } from '../master-error.ts';
import { createMasterHealth, type MasterState } from '../master-health.ts';
import { isNotOffered, jsonOf } from '../read-answer.ts';
import { openReading } from '../read-bundle.ts';
import type { SurveyedMaster } from '../survey.ts';
import type { ContentQuestions } from './content-questions.ts';
import { fetchFile } from './fetch-file.ts';
import { createFileFetch, createWebFetch } from './fetch-part.ts';
import { watchForeign } from './foreign-answers.ts';
import type { KnownVersion } from './known-version.ts';
import { createLiveContent } from './live-content.ts';

export interface Master {
  readonly url: string;
  scope(name: string, loop: readonly string[]): Promise<MasterAnswer<RemoteScope>>;
  /** `patiently` waits for its answer even where there is a copy. */
  names(loop: readonly string[], patiently?: boolean): Promise<MasterAnswer<readonly string[]>>;
  /** What it says itself became of something in its scope: JSON of any shape, or why there is none. Outages are not noted. */
  explain(name: string, of: string, loop: readonly string[]): Promise<{ data: unknown } | { error: string }>;
  /** The file of that hash from its scope, unchecked; null where it does not give it. Outages are not noted. */
  file(name: string, sha256: string, loop: readonly string[]): Promise<Uint8Array | null>;
  /** The scopes that published files name and do not give, with why; a server names none that it does not give. */
  lacking(loop: readonly string[]): Promise<readonly LackingScope[]>;
  /** Asks it to reload; the reason where it did not. */
  reload(loop: readonly string[]): Promise<string | null>;
  state(): MasterState;
  isDenied(): boolean;
  /** Whether what answers at its address is no Precept server. */
  isForeign(): boolean;
  /** How it is now, whatever is known of it. */
  survey(loop: readonly string[]): Promise<SurveyedMaster>;
  /** Forgets outages: it has been heard of. */
  isBack(): Promise<void>;
  /** Forgets outages, kept bundles, and what it is known to lack. Copies stay, to be asked for with a condition. */
  forget(): Promise<void>;
}

/** A scope that a master names, and why it cannot be had. */
export interface LackingScope {
  readonly url: string;
  readonly scope: string;
  readonly reason: string;
}

export interface MasterOptions {
  readonly url: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
  readonly timeoutSeconds: number;
  readonly retrySeconds: number;
  /** The keys that its manifest must be signed with; null where it need not be. */
  readonly keys: readonly PublicKey[] | null;
  readonly version: KnownVersion;
  /** How long a manifest is taken for the latest. */
  readonly ttlSeconds: number;
  /** What its content is kept by on disk; null where none is. */
  readonly keeping: Keeping | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Files that are fetched at once to look at all. */
const atOnce = 16;

/** One master server: asks it, keeps what it may ask for again with a condition, and remembers how it is. */
export function createMaster(options: MasterOptions): Master {
  const { url, client, log } = options;
  const health = createMasterHealth(options);
  const { ask, isForeign } = watchForeign(url, createAsk(options), log);
  const answer = createAnswering({ ...options, health, toError: (error) => toMasterError(error, url, log) });
  const isStatic = isManifestUrl(url);
  let goodUntil: string | null = null;
  const content = lazy(() =>
    openContent(options, ask, (end) => {
      goodUntil = end;
    }),
  );

  /** Files are the same whoever asks for them. */
  const loopFor = (loop: readonly string[]) => (isStatic ? [] : loop);

  const names: Master['names'] = async (loop, patiently) =>
    answer((await content()).names, loopFor(loop), patiently);
  const scope: Master['scope'] = async (name, loop) => {
    const [reading, questions] = await Promise.all([openReading(), content()]);
    return answer(questions.scope(name, reading), loopFor(loop));
  };
  const isBack = async () => {
    (await content.peek())?.refresh();
    health.forget();
    await options.keeping?.marks.forget();
  };

  return {
    url,
    scope,
    names,
    async lacking(loop) {
      const { look } = await content();
      if (!isStatic || look === undefined) return [];
      return findLacking(url, await names(loop), (name) =>
        client
          .withinDeadline((signal) => look(name, { loop: loopFor(loop), signal }))
          .then(() => null)
          .catch((error: unknown) => toMasterError(error, url, log).message),
      );
    },
    async explain(name, of, loop) {
      if (isStatic) return { error: 'published files give no explanations' };
      const missing = health.blocked(name);
      if (missing !== null) return { error: missing.unavailable.reason };
      const path = `/scopes/${encodeURIComponent(name)}/explain?${new URLSearchParams({ of })}`;
      try {
        const answer = await client.withinDeadline((signal) => ask(path, { loop, signal }));
        if (isNotOffered(answer)) return { error: 'it gives no explanations; it may be an older one' };
        return { data: jsonOf(answer) };
      } catch (error) {
        return { error: toMasterError(error, url, log).message };
      }
    },
    async file(name, sha256, loop) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
      const address = isStatic
        ? new URL(`${filesFolder}/${sha256}`, url).href
        : `${url}/api/v1/scopes/${encodeURIComponent(name)}/files/${sha256}`;
      return fetchFile(options, address, loopFor(loop));
    },
    async reload(loop) {
      if (isStatic) return null;
      const asked = client.withinDeadline((signal) => ask('/reload', { loop, signal, method: 'POST' }));
      return asked.then(
        ({ status }) => (status >= 200 && status < 300 ? null : `it answered ${status}`),
        (error: unknown) => toMasterError(error, url, log).message,
      );
    },
    state: () => ({ ...health.state(), ...(goodUntil !== null && { signed_until: goodUntil }) }),
    isDenied: health.isDenied,
    isForeign,
    isBack,
    async survey(loop) {
      await isBack();
      const { surveyMaster } = await import('../survey.ts');
      const asked = (passed: readonly string[]) => names(passed, true);
      return surveyMaster({ ...options, isStatic, health, ask, names: asked }, loopFor(loop));
    },
    async forget() {
      (await content.peek())?.forget();
      health.forget();
      await options.keeping?.marks.forget();
    },
  };
}

/** The listed scopes that cannot be had; copies of them do not count. */
async function findLacking(
  url: string,
  listed: MasterAnswer<readonly string[]>,
  whyNot: (name: string) => Promise<string | null>,
): Promise<readonly LackingScope[]> {
  const found = await inBatches((listed.ok && listed.value) || [], atOnce, async (name) => {
    const reason = await whyNot(name);
    return reason === null ? [] : [{ url, scope: name, reason }];
  });
  return found.flat();
}

/** What the content of a master is asked by; `onSigned` hears until when a signed manifest is good. */
async function openContent(
  options: MasterOptions,
  ask: Ask,
  onSigned: (until: string | null) => void,
): Promise<ContentQuestions> {
  const { url, client, authorize, keys, now } = options;
  const isStatic = isManifestUrl(url);
  if (!isStatic && keys === null) return createLiveContent({ url, ask, now });
  const { createManifestContent } = await import('./manifest-content.ts');
  const manifest = isStatic ? url : `${url}/api/v1/${manifestName}`;
  const fetch = url.startsWith('file:')
    ? createFileFetch(manifest)
    : createWebFetch({ url, manifest, client, authorize });
  const hasLogin = async () => authorize.subject !== undefined && (await authorize.subject(url)) !== '';
  return createManifestContent({
    ...options,
    fetch,
    isLive: !isStatic,
    hasLogin,
    onSigned: ({ expires_at: end }) => onSigned(end),
  });
}

/** Whatever an answer can make go wrong here must not stop the local content. */
function toMasterError(error: unknown, url: string, log: Logger): MasterError {
  if (error instanceof MasterError) return error;
  if (error instanceof HttpError) {
    // What OpenSSL says names a file of its source, and nothing that people know.
    const known = connectionCause(error.message);
    const isOfMaster = !(error instanceof IssuerAway);
    const reason = isOfMaster && known?.cause === 'plain-http' ? known.words : error.message;
    return new MasterError(error.kind, reason, { cause: error });
  }
  log.error(`an answer of master ${url} could not be read: ${error instanceof Error ? error.stack : error}`);
  return new MasterError('answer', 'its answer cannot be read', { cause: error });
}
