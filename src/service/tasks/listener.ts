import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { errorCode } from '../../runtime/files/files.ts';

/** What the Precept that listens on this machine said. */
export type ListenerAnswer =
  | { readonly state: 'answered'; readonly url: string; readonly status: number; readonly text: string }
  | { readonly state: 'absent'; readonly url: string }
  | { readonly state: 'failed'; readonly url: string; readonly reason: string };

/** Seconds beside those that the listener may wait for its own masters. */
const patience = 5;

/**
 * Asks the Precept that listens at `http_host:http_port`; null where the settings leave the port open. No token is sent: whoever
 * has taken that port on this machine must not get one.
 */
export async function askListener(
  { settings }: Config,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<ListenerAnswer | null> {
  const { http_host: host, http_port: port } = settings;
  if (port === 0) return null;
  const url = `http://${reachable(host)}:${port}`;
  // Every command loads this file, and hardly any sends a request.
  const { createHttpClient } = await import('../../runtime/http/http-client.ts');
  const client = createHttpClient({
    timeoutSeconds: settings.remote_timeout_seconds + patience,
    maxRetries: 0,
    caBundle: null,
    verifyTls: true,
    reader: settings.reader_name,
  });
  try {
    const { status, text } = await client.withinDeadline((signal) =>
      client.send(`${url}${path}`, { method, headers: { Accept: 'application/json' }, signal }),
    );
    if (status === 401) return { state: 'failed', url, reason: 'it asks for a login' };
    return { state: 'answered', url, status, text };
  } catch (error) {
    if (isRefused(error)) return { state: 'absent', url };
    return { state: 'failed', url, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What became of asking the Precept that listens on this machine to reload. */
export type ReloadedListener =
  | { readonly state: 'reloaded' | 'absent'; readonly url: string }
  | { readonly state: 'failed'; readonly url: string; readonly reason: string };

/** Asks the Precept that listens at `http_host:http_port` to reload, with `tree` those that watch it too; null where the settings leave the port open. */
export async function reloadListener(
  config: Config,
  { tree }: { readonly tree: boolean },
): Promise<ReloadedListener | null> {
  const said = await askListener(config, `/api/v1/reload${tree ? '?tree=true' : ''}`, 'POST');
  if (said === null || said.state !== 'answered') return said;
  const { url, status, text } = said;
  return status === 200 && isReloaded(text)
    ? { state: 'reloaded', url }
    : { state: 'failed', url, reason: `what listens there does not answer like Precept (HTTP ${status})` };
}

function isReloaded(text: string): boolean {
  try {
    return v.is(v.object({ reloaded: v.literal(true) }), JSON.parse(text));
  } catch {
    return false;
  }
}

/** The address at which this machine reaches a listener that binds to `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function isRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (errorCode(current) === 'ECONNREFUSED') return true;
    // Of a name with several addresses, each has refused.
    if (current instanceof AggregateError && current.errors.every(isRefused)) return true;
  }
  return false;
}
