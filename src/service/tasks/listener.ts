import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { listenerUrl } from '../../config/values/listener-url.ts';
import { errorCode } from '../../runtime/files/files.ts';
import type { HttpAnswer } from '../../runtime/http/http-client.ts';
import { refusalReason } from '../../runtime/http/refusal-reason.ts';
import type { TrustWorld } from '../../trust/refused-masters.ts';
import { restartText } from '../runtime/changed-settings.ts';

/** What the Precept that listens on this machine said. */
export type ListenerAnswer =
  | { readonly state: 'answered'; readonly url: string; readonly status: number; readonly text: string }
  | { readonly state: 'absent'; readonly url: string }
  | { readonly state: 'failed'; readonly url: string; readonly reason: string };

/** Seconds beside those that the listener may wait for its own masters. */
const patience = 5;

/**
 * Asks the Precept that listens at `http_host:http_port`; null where the settings leave the port open. It gets a login only after it has
 * asked for one, and only one that was made for this very address: whoever has taken that port on this machine gets no other.
 */
export async function askListener(
  config: Config,
  path: string,
  { method = 'GET', ...world }: TrustWorld & { readonly method?: 'GET' | 'POST' },
): Promise<ListenerAnswer | null> {
  const { settings } = config;
  const url = listenerUrl(settings);
  if (url === null) return null;
  // Every command loads this file, and hardly any sends a request.
  const { createHttpClient } = await import('../../runtime/http/http-client.ts');
  const client = createHttpClient({
    timeoutSeconds: settings.remote_timeout_seconds + patience,
    maxRetries: 0,
    caBundle: null,
    verifyTls: true,
    reader: settings.reader_name,
  });
  const send = (login: Readonly<Record<string, string>>) =>
    client.withinDeadline((signal) =>
      client.send(`${url}${path}`, { method, headers: { Accept: 'application/json', ...login }, signal }),
    );
  try {
    const first = await send({});
    const said = first.status === 401 ? await sendWithKeptLogin(config, url, world, send) : first;
    if (said === null || said.status === 401)
      return { state: 'failed', url, reason: whyRefused(url + namedFile(config), said) };
    if (said.status === 403)
      return { state: 'failed', url, reason: 'it does not let this login do that (403)' };
    return { state: 'answered', url, status: said.status, text: said.text };
  } catch (error) {
    if (isRefused(error)) return { state: 'absent', url };
    return { state: 'failed', url, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The answer to the login that is kept for that address, renewed once where it is refused; null where none is kept. */
async function sendWithKeptLogin(
  config: Config,
  url: string,
  world: TrustWorld,
  send: (login: Readonly<Record<string, string>>) => Promise<HttpAnswer>,
): Promise<HttpAnswer | null> {
  const [{ createAuthorizer }, { listenerSettings }, { sendWithLogin }] = await Promise.all([
    import('../../auth/tokens/authorizer.ts'),
    import('../../trust/listener-settings.ts'),
    import('../../runtime/http/send-with-login.ts'),
  ]);
  // Why it gets none is said in the answer.
  const quiet = { warn() {}, error() {}, info() {}, debug() {} };
  const authorize = createAuthorizer(listenerSettings(config, url, world), world, quiet);
  const kept = await authorize(url, null);
  if (kept.Authorization === undefined) return null;
  const renewed: typeof authorize = async (_, refused) => (refused === null ? kept : authorize(url, refused));
  return sendWithLogin(url, renewed, send).finally(authorize.settle);
}

/** The flag that has a command read the same settings file; empty where it finds that by itself. */
function namedFile({ layers, checkout }: Config): string {
  const found = layers.find(({ of }) => of === 'found')?.file;
  const isFound = found === undefined || found === join(checkout, '.precept', 'settings.yml');
  return isFound ? '' : ` --config ${found}`;
}

function whyRefused(url: string, said: HttpAnswer | null): string {
  if (said === null) return `it asks for a login; run "precept login ${url}"`;
  const why = refusalReason(said);
  return `it refuses the login${why === null ? '' : ` (${why})`}; run "precept login ${url}" again`;
}

/** What became of asking the Precept that listens on this machine to reload. */
export type ReloadedListener =
  | { readonly state: 'absent'; readonly url: string }
  /** `warning`: its settings are older than their files. */
  | { readonly state: 'reloaded'; readonly url: string; readonly warning: string | null }
  | { readonly state: 'failed'; readonly url: string; readonly reason: string };

/** Asks the Precept that listens at `http_host:http_port` to reload, with `tree` those that watch it too; null where the settings leave the port open. */
export async function reloadListener(
  config: Config,
  { tree, ...world }: TrustWorld & { readonly tree: boolean },
): Promise<ReloadedListener | null> {
  const said = await askListener(config, `/api/v1/reload${tree ? '?tree=true' : ''}`, {
    ...world,
    method: 'POST',
  });
  if (said === null || said.state !== 'answered') return said;
  const { url, status, text } = said;
  const changed = status === 200 ? changedIn(text) : null;
  return changed === null
    ? { state: 'failed', url, reason: `what listens there does not answer like Precept (HTTP ${status})` }
    : { state: 'reloaded', url, warning: changed.length === 0 ? null : restartText(changed) };
}

const answerOfReload = v.object({
  reloaded: v.literal(true),
  settings_changed: v.optional(v.array(v.string()), []),
});

/** The settings files that have changed, by the answer to a reload; null for another answer. */
function changedIn(text: string): readonly string[] | null {
  try {
    const answer = v.safeParse(answerOfReload, JSON.parse(text));
    return answer.success ? answer.output.settings_changed : null;
  } catch {
    return null;
  }
}

function isRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (errorCode(current) === 'ECONNREFUSED') return true;
    // Of a name with several addresses, each has refused.
    if (current instanceof AggregateError && current.errors.every(isRefused)) return true;
  }
  return false;
}
