import { isManifestUrl } from '../config/values/master-url.ts';
import type { RemoteScope } from '../guidance/guidance.ts';
import type { Gap, UnavailableMaster } from '../model/guidance.ts';
import type { KeptFiles } from '../runtime/files/kept-files.ts';
import { createHttpClient, type HttpClientOptions } from '../runtime/http/http-client.ts';
import type { Logger } from '../runtime/log.ts';
import type { PublicKey } from '../signing/public-key.ts';
import type { MasterAnswer } from './copies/answer-or-copy.ts';
import { createCopies } from './copies/copies.ts';
import { createOutageMarks } from './copies/outage-marks.ts';
import { createKnownVersion } from './master/known-version.ts';
import { createMaster, type LackingScope, type Master, type MasterOptions } from './master/master.ts';
import type { WatchMasterOptions } from './master/watch-master.ts';
import type { MasterState } from './master-health.ts';
import type { SurveyedMaster } from './survey.ts';

/** What all masters answered together, in list order. */
export interface Gathered<Value> {
  readonly values: readonly Value[];
  readonly unavailable: readonly UnavailableMaster[];
  /** Seconds the answer may be kept, because a master is missing; null where none is. */
  readonly keepSeconds: number | null;
  /** What is missing besides, of what is no master. */
  readonly gaps?: readonly Gap[];
}

export interface Masters {
  readonly urls: readonly string[];
  scope(name: string, loop: readonly string[]): Promise<Gathered<RemoteScope>>;
  names(loop: readonly string[]): Promise<Gathered<readonly string[]>>;
  /** What the master `url` says itself became of something in its scope: see `Master`. */
  explain(
    url: string,
    name: string,
    of: string,
    loop: readonly string[],
  ): Promise<{ data: unknown } | { error: string }>;
  /** The file of that hash from its scope on the master `url`, or on the first that has it; null where none does. */
  file(url: string, name: string, sha256: string, loop: readonly string[]): Promise<Uint8Array | null>;
  /** The scopes that masters name and do not give: see `Master`. */
  lacking(loop: readonly string[]): Promise<readonly LackingScope[]>;
  /** Forgets what is known of the masters and asks each to reload, best effort. */
  reload(loop: readonly string[]): Promise<readonly { url: string; ok: boolean; error?: string }[]>;
  /** How each is now: all are asked. */
  survey(loop: readonly string[]): Promise<readonly SurveyedMaster[]>;
  states(): readonly MasterState[];
  /** Those that answered last that the login is missing or not enough. */
  denied(): readonly string[];
  /** The addresses of masters at which something answers that is no Precept server. */
  foreign(): readonly string[];
  /** Listens to what the live ones say of their content, until the signal ends it. */
  watch(options: Pick<WatchMasterOptions, 'loop' | 'signal' | 'onTold'>): Promise<void>;
  /** Ends what runs in the background. */
  close(): Promise<void>;
}

export interface MastersOptions
  extends HttpClientOptions,
    Pick<MasterOptions, 'authorize' | 'retrySeconds' | 'ttlSeconds' | 'now'> {
  readonly urls: readonly string[];
  /** The keys that a master's manifest must be signed with; null where it need not be. */
  readonly keysOf: (url: string) => readonly PublicKey[] | null;
  /** Where what they say is kept; null for nowhere. */
  readonly files: KeptFiles | null;
  /** How long copies serve; 0 where none are kept. */
  readonly keepSeconds: number;
  readonly log: Logger;
}

/** The masters of a server: all are asked at once, so that a slow one costs its own time and no more. */
export function createMasters(options: MastersOptions): Masters {
  const { urls, retrySeconds, log } = options;
  const client = createHttpClient(options);
  const masters = [...new Set(urls)].map((url) =>
    createMaster({
      ...options,
      url,
      client,
      keys: options.keysOf(url),
      version: createKnownVersion(url, options.files, options.keysOf(url)),
      keeping: keepingOf(url, options),
    }),
  );

  /** A master that had to do without one of its own gives as incomplete an answer as one that is missing. */
  async function scope(name: string, loop: readonly string[]): Promise<Gathered<RemoteScope>> {
    const gathered = await gather(masters, (master) => master.scope(name, loop));
    if (gathered.values.every((remote) => remote.unavailable.length === 0)) return gathered;
    return { ...gathered, keepSeconds: Math.min(retrySeconds, gathered.keepSeconds ?? retrySeconds) };
  }

  return {
    urls: masters.map(({ url }) => url),
    scope,
    names: (loop) => gather(masters, (master) => master.names(loop)),
    explain: async (url, name, of, loop) =>
      (await masters.find((master) => master.url === url)?.explain(name, of, loop)) ?? {
        error: 'it is not a master of this server',
      },
    async file(url, name, sha256, loop) {
      const at = masters.filter((master) => master.url === url);
      // Of a server behind a master, that master has it.
      for (const master of at.length > 0 ? at : masters) {
        const bytes = await master.file(name, sha256, loop);
        if (bytes !== null) return bytes;
      }
      return null;
    },
    reload: (loop) =>
      Promise.all(
        masters.map(async (master) => {
          await master.forget();
          const error = await master.reload(loop);
          if (error === null) return { url: master.url, ok: true };
          log.warn(`master ${master.url} did not reload: ${error}`);
          return { url: master.url, ok: false, error };
        }),
      ),
    async watch({ onTold, ...more }) {
      const { watchMaster } = await import('./master/watch-master.ts');
      // Static files say nothing by themselves.
      const live = masters.filter(({ url }) => !isManifestUrl(url));
      const { authorize } = options;
      await Promise.all(
        live.map((master) =>
          watchMaster({
            ...{ ...more, url: master.url, client, authorize, log },
            onTold: (told) => void master.isBack().then(() => onTold(told)),
          }),
        ),
      );
    },
    lacking: async (loop) => (await Promise.all(masters.map((master) => master.lacking(loop)))).flat(),
    survey: (loop) => Promise.all(masters.map((master) => master.survey(loop))),
    states: () => masters.map((master) => master.state()),
    foreign: () => masters.filter((master) => master.isForeign()).map(({ url }) => url),
    denied: () => masters.filter((master) => master.isDenied()).map(({ url }) => url),
    close: async () => options.files?.settled(),
  };
}

/** What all masters answer, asked at once. */
async function gather<Value>(
  masters: readonly Master[],
  ask: (master: Master) => Promise<MasterAnswer<Value>>,
): Promise<Gathered<Value>> {
  const answers = await Promise.all(masters.map(ask));
  const failed = answers.filter((answer) => !answer.ok);
  return {
    values: answers.flatMap((answer) => {
      const value = answer.ok ? answer.value : (answer.copy?.value ?? null);
      return value === null ? [] : [value];
    }),
    unavailable: failed.map((answer) => answer.unavailable),
    keepSeconds: failed.length === 0 ? null : Math.min(...failed.map((answer) => answer.keepSeconds)),
  };
}

/** What the content of the master at `url` is kept by; null where nothing is kept. */
function keepingOf(url: string, options: MastersOptions): MasterOptions['keeping'] {
  const { files, keepSeconds, keysOf, authorize, verifyTls, caBundle, retrySeconds, now } = options;
  if (files === null || keepSeconds === 0) return null;
  const keys = (keysOf(url) ?? []).map(({ id }) => id).sort();
  const connection = JSON.stringify([verifyTls ? (caBundle ?? '') : null, ...keys]);
  const subjectOf = async () => (authorize.subject === undefined ? '' : authorize.subject(url));
  return {
    copies: createCopies(url, subjectOf, { files, keepSeconds, connection, now }),
    marks: createOutageMarks({ url, connection, files, retrySeconds, now }),
  };
}
