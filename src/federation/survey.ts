import type { HttpClient } from '../runtime/http/http-client.ts';
import type { Authorize } from '../runtime/http/send-with-login.ts';
import type { Ask } from './ask-master.ts';
import type { Keeping, MasterAnswer } from './copies/answer-or-copy.ts';
import { type ManifestTrouble, noList } from './master-error.ts';
import { listOfScopes, type MasterHealth } from './master-health.ts';

/** A master, looked at just now. */
export interface SurveyedMaster {
  readonly url: string;
  /** A Precept server, files that one has published, or a server of the older wire format. */
  readonly kind: 'live' | 'static' | 'older';
  readonly state: 'ok' | 'unavailable' | 'refused' | 'unsigned' | 'expired' | 'rollback' | 'bad-signature';
  readonly reason?: string;
  /** How long its list of scopes took; null where none came. */
  readonly latency_ms: number | null;
  /** Of the program that it runs; null where it does not say. */
  readonly version: string | null;
  /** How many scopes it has for whoever asks. */
  readonly scopes: number | null;
  /** What is sent as its login, in words; null for nothing. */
  readonly login: string | null;
  /** The copy of its list of scopes that serves while it is away; null without one. */
  readonly copy: { readonly as_of: string; readonly age_seconds: number } | null;
  /** Whether its manifest is signed as it must be; null where it need not be. */
  readonly signature: 'good' | 'missing' | 'bad' | null;
}

export interface SurveyOptions {
  readonly url: string;
  readonly client: HttpClient;
  readonly authorize: Authorize;
  readonly keeping: Keeping | null;
  /** The keys that its manifest must be signed with; null where it need not be. */
  readonly keys: readonly unknown[] | null;
  readonly isStatic: boolean;
  readonly now: () => number;
  readonly health: MasterHealth;
  readonly ask: Ask;
  /** Asks for its list of scopes. */
  readonly names: (loop: readonly string[]) => Promise<MasterAnswer<readonly string[]>>;
}

const notPrecept = { ok: false, reason: noList } as const;

/** Asks a master how it is, whatever is known of it. Never rejects. */
export async function surveyMaster(options: SurveyOptions, loop: readonly string[]): Promise<SurveyedMaster> {
  const { url, health, authorize, names, isStatic, keys } = options;
  const login = await (authorize.describe?.(url) ?? null);
  const start = performance.now();
  const given = await names(loop);
  const answer = given.ok && given.value === null ? notPrecept : given;
  const latency = Math.round((performance.now() - start) * 10) / 10;
  const reason = answer === notPrecept ? notPrecept.reason : health.state().reason;
  const trouble = answer.ok ? undefined : health.state().trouble;
  const isReached = answer.ok || health.isDenied();
  const [kind, version, copy] = await Promise.all([
    isStatic
      ? ('static' as const)
      : answer.ok
        ? kindOf(options, answer.value ?? [], loop)
        : ('live' as const),
    isReached && !isStatic ? versionOf(options) : null,
    copyOf(options, loop),
  ]);
  return {
    url,
    kind,
    state: answer.ok ? 'ok' : (trouble ?? (health.isDenied() ? 'refused' : 'unavailable')),
    ...(!answer.ok && reason !== null && { reason }),
    latency_ms: answer.ok ? latency : null,
    version,
    scopes: answer.ok ? (answer.value?.length ?? 0) : null,
    login,
    copy,
    signature: keys === null ? null : answer.ok ? 'good' : signatureOf(trouble),
  };
}

/** What is known of a signature by what is wrong with its manifest; null where none could be had. */
function signatureOf(trouble: ManifestTrouble | undefined): SurveyedMaster['signature'] {
  if (trouble === undefined) return null;
  return trouble === 'unsigned' ? 'missing' : trouble === 'bad-signature' ? 'bad' : 'good';
}

/** A server of the older wire format has no bundles. Only the status is read, of a scope that it has: nothing is asked that it would log as a mistake. */
async function kindOf(
  { client, ask }: SurveyOptions,
  [name]: readonly string[],
  loop: readonly string[],
): Promise<'live' | 'older'> {
  if (name === undefined) return 'live';
  try {
    const path = `/scopes/${encodeURIComponent(name)}/bundle`;
    const { status } = await client.withinDeadline((signal) => ask(path, { loop, signal, onlyStatus: true }));
    return [404, 405, 501].includes(status) ? 'older' : 'live';
  } catch {
    return 'live';
  }
}

/** What its /health says, which is asked without a login. */
async function versionOf({ url, client }: SurveyOptions): Promise<string | null> {
  try {
    const { status, text } = await client.withinDeadline((signal) =>
      client.send(`${url}/health`, { signal }),
    );
    const { version } = Object(status === 200 && text.length < 10_000 ? JSON.parse(text) : null);
    return typeof version === 'string' && /^[\w.+-]{1,50}$/.test(version) ? version : null;
  } catch {
    return null;
  }
}

async function copyOf(
  { keeping, now }: SurveyOptions,
  loop: readonly string[],
): Promise<SurveyedMaster['copy']> {
  const place = await keeping?.copies(listOfScopes, loop);
  const found = await place?.find();
  if (!found?.isFresh) return null;
  const age = Math.max(0, Math.round((now() - found.time) / 1000));
  return { as_of: new Date(found.time).toISOString(), age_seconds: age };
}
