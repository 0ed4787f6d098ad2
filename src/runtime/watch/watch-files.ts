import { fileStamp, stampAsOf } from '../files/files.ts';

export interface Watch {
  close(): void;
}

export interface FilesWatchOptions {
  /** Milliseconds between looks. */
  readonly every: number;
  /**
   * When what is made of the files began to be read, in milliseconds since 1970: a file that changed later counts as changed
   * when it is first seen. Asked anew each time.
   */
  readonly since: () => number;
  /** Hears which files changed, once they hold still. */
  readonly onChange: (changed: readonly string[]) => void;
}

/**
 * Calls `onChange` with those of a few files that were written, replaced, made or removed: looks every `every` milliseconds,
 * which works on every file system, and waits until what it sees holds still. `files` is asked anew each time. Keeps no
 * process alive.
 */
export function watchFiles(files: () => readonly string[], options: FilesWatchOptions): Watch {
  const known = new Map<string, string>();
  let last = new Map<string, string>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const now = new Map<string, string>();
    await Promise.all(files().map(async (path) => void now.set(path, await fileStamp(path))));
    if (closed) return;
    timer = setTimeout(look, options.every).unref();
    const settled = [...now].filter(([path, stamp]) => last.get(path) === stamp);
    last = now;
    for (const [path, stamp] of now) if (!known.has(path)) known.set(path, stampAsOf(stamp, options.since()));
    const changed = settled.filter(([path, stamp]) => known.get(path) !== stamp);
    // One that is still being written will soon be reported together with the rest.
    if (changed.length === 0 || settled.length < now.size) return;
    for (const [path, stamp] of changed) known.set(path, stamp);
    options.onChange(changed.map(([path]) => path));
  }
  void look();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
