import { type FSWatcher, watch } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../files/files.ts';
import type { Watch } from './watch-files.ts';

export interface FolderWatch extends Watch {
  /** Watches this folder directly below too, where the system does not do so by itself; again if it is another one now. */
  follow(name: string): void;
  /** Ends what `follow` began. */
  leave(name: string): void;
}

export interface FolderWatchOptions {
  /** Something happened at or below `name`, a name directly in the folder; null where the system does not say. */
  readonly onEvent: (name: string | null, isBelow: boolean) => void;
  /** The system will not report all events, with its reason; heard once. */
  readonly onBlind: (error: unknown) => void;
}

/**
 * Hears of what happens in a folder and the folders directly below it. Windows and macOS watch a whole tree with one handle;
 * elsewhere each folder takes one (Node's own recursion there takes one for every file, and misses what is made quickly).
 * Events are hints: some are missed, some mean nothing. Keeps no process alive. Throws what the system says against
 * watching `path` itself.
 */
export function watchFolder(path: string, { onEvent, onBlind }: FolderWatchOptions): FolderWatch {
  const hasTrees = ['win32', 'darwin'].includes(platform());
  const below = new Map<string, FSWatcher>();
  let isBlind = false;
  let isClosed = false;
  const blind = (error: unknown) => {
    if (!isBlind) onBlind(error);
    isBlind = true;
  };

  const root = watch(path, { persistent: false, recursive: hasTrees }, (_, file) => {
    const [name, inside] = file === null ? [] : file.split(/[\\/]/, 2);
    onEvent(name ?? null, inside !== undefined);
  });
  root.on('error', blind);

  const leave = (name: string) => {
    below.get(name)?.close();
    below.delete(name);
  };
  return {
    follow(name) {
      if (hasTrees || isClosed) return;
      leave(name);
      try {
        const own = watch(join(path, name), { persistent: false }, () => onEvent(name, true));
        // A folder that is gone ends its own watch; the one around it tells.
        own.on('error', () => leave(name));
        below.set(name, own);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') blind(error);
      }
    },
    leave,
    close() {
      isClosed = true;
      root.close();
      for (const own of below.values()) own.close();
      below.clear();
    },
  };
}
