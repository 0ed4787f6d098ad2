import * as v from 'valibot';
import type { Config } from '../../../config/config.ts';
import { askListener } from './ask-listener.ts';

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
