import type { Config } from '../../config/config.ts';
import type { Masters } from '../../federation/masters.ts';
import { anyChange, type Change } from '../../model/change.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Announcer } from './announcer.ts';
import type { Loop, ScopeResolver } from './content/scope-resolver.ts';
import type { Vision } from './vision.ts';

/** What is emptied, and who hears of it. */
export interface Refreshable {
  readonly config: Config;
  readonly log: Logger;
  readonly instanceId: string;
  /** Null where there are none; loaded when first asked. */
  readonly masters: (() => Promise<Masters>) | null;
  readonly scopes: ScopeResolver;
  readonly vision: Vision;
  readonly announcer: Announcer;
  /** Ends what runs in the background. */
  readonly closing: AbortController;
}

/** Empties of the caches what a change touches, and announces it. */
export function applyChange({ vision, scopes, announcer }: Refreshable, change: Change): void {
  vision.forget();
  if (change.scopes === null) scopes.clear();
  else scopes.forget(change.scopes, change.names);
  announcer.announce(change);
}

/** Empties all caches and has the masters do the same; with `tree` the servers that watch this one hear of it too. */
export async function reloadAll(
  { instanceId, scopes, masters, vision, announcer }: Refreshable,
  { hops, loop, tree }: { readonly hops: readonly string[]; readonly loop: Loop; readonly tree: boolean },
): ReturnType<Masters['reload']> {
  // It has come round, so this server has reloaded before it asked the next.
  if (hops.includes(instanceId)) return [];
  vision.forget();
  scopes.clear();
  const results = masters === null || loop === null ? [] : await (await masters()).reload(loop);
  // What was read while a master still had its old content, or is being read, is forgotten too.
  if (results.length > 0) scopes.clear();
  announcer.announce({ ...anyChange, reload: tree ? 'tree' : 'here' });
  return results;
}

/** Listens to masters in the background, where the settings want that. */
export function startFollowing(parts: Refreshable): void {
  const { config, log, masters, instanceId, closing } = parts;
  if (masters === null || !config.settings.watch_masters) return;
  const start = async () => {
    const { followMasters } = await import('./federation/follow-masters.ts');
    const onChange = (change: Change) => applyChange(parts, change);
    await followMasters(await masters(), { instanceId, signal: closing.signal, onChange });
  };
  start().catch((error: unknown) => log.error(`masters are not watched: ${error}`));
}
