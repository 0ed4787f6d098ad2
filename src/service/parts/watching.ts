import { type Change, isOfKind } from '../../model/change.ts';
import { isTouched } from '../runtime/content/is-touched.ts';
import type { Loop } from '../runtime/content/scope-resolver.ts';
import { applyChange, reloadAll, startFollowing } from '../runtime/refresh.ts';
import type { Content } from './content.ts';
import type { Shared } from './shared.ts';

const none: ReadonlySet<string> = new Set();

interface ReloadedMaster {
  readonly url: string;
  readonly ok: boolean;
  readonly error?: string;
}

/** What happens when content changes, here or on a master. */
export interface Watching {
  /**
   * Empties every cache, so that files are read again, and asks the masters to do the same; each with its result. With `tree` the
   * servers that watch this one hear of it too.
   */
  reload(options?: { readonly tree?: boolean }): Promise<readonly ReloadedMaster[]>;
  /** The names of settings files that have changed since the settings were read, which counts after a restart alone. */
  changedSettings(): Promise<readonly string[]>;
  /** Hears of changes on masters from now on, where the setting watch_masters wants it; for programs that stay. */
  followMasters(): void;
  /** Empties of the caches what a change touches, and nothing else. */
  changed(change: Change): void;
  /** Whether changes of the rules folder are heard of at once; `watchContent` turns it on. */
  readonly watch: { isOn: boolean };
  /** Calls `listener` after each change and reload, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void;
  /** Whether a change may show in a scope; false for a scope that the caller may not read. */
  isTouched(scope: string, change: Change): Promise<boolean>;
}

/** The changes as one caller may hear of them. */
export function watchingFor(
  shared: Shared,
  {
    hops,
    loop,
    mayRead,
  }: Pick<Content, 'mayRead'> & { readonly hops: readonly string[]; readonly loop: Loop },
): Watching {
  return {
    reload: ({ tree = false } = {}) => reloadAll(shared, { hops, loop, tree }),
    changedSettings: shared.changedSettings,
    followMasters: () => startFollowing(shared),
    changed: (change) => applyChange(shared, change),
    watch: shared.watch,
    onChange: shared.announcer.listen,
    isTouched: async (name, change) =>
      (await mayRead(name)) &&
      (isOfKind(change, ['results']) ||
        shared.scopes.wasMadeOf(name, change.scopes ?? none) ||
        isTouched(shared.local, name, change)),
  };
}
