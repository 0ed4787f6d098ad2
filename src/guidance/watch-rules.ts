import type { Change } from '../model/change.ts';
import { errorCode, folderIdentity } from '../runtime/files.ts';
import type { Logger } from '../runtime/log.ts';
import type { Watch } from '../runtime/watch-files.ts';
import { type FolderWatch, watchFolder } from '../runtime/watch-folder.ts';
import { listScopes } from './read-scope.ts';
import { compareStamps, readStamps, type ScopeStamps, stampsAsOf } from './scope-stamps.ts';

export interface RulesWatchOptions {
  readonly rulesPath: string;
  /** What changes from this moment on is told of, in milliseconds since 1970: some of it was perhaps served before. */
  readonly since: number;
  readonly log: Logger;
  /** Hears of what changed, once it holds still for a moment. */
  readonly onChange: (change: Change) => void;
  /** Called once every scope has been looked at, so that nothing that changes from now on is missed. */
  readonly onReady: () => void;
}

/** Milliseconds without events before scopes are looked at, and the most that a stream of events may delay it. */
const quiet = 50;
const patience = 250;
/** How often it is asked whether the folder is still the same one. */
const tickEvery = 300;
/** Pause between looks at everything, with events and without, as a multiple of what a look takes and at least. */
const seeing = { factor: 20, least: 2000 };
const blind = { factor: 10, least: 500 };

/**
 * Watches a rules folder. What counts are the stamps of the content files; events of the system only tell where to look at
 * once. Everything is looked at every few seconds besides, for file systems without events (network folders, mounts of
 * containers), links to files elsewhere, and what the system drops.
 */
export function watchRules({ rulesPath, since, log, onChange, onReady }: RulesWatchOptions): Watch {
  let known: ReadonlyMap<string, ScopeStamps> | null = null;
  let folder: FolderWatch | null = null;
  let identity = '';
  let dirty = new Set<string>();
  /** Scope folders that may be others now, although they have the same names. */
  let replaced = new Set<string>();
  let lookAtAll = true;
  let pace = seeing;
  let nextLook = 0;
  let firstEvent: number | null = null;
  let soon: NodeJS.Timeout | undefined;
  let isBusy = false;
  let isClosed = false;

  function onEvent(name: string | null, isBelow: boolean): void {
    if (isClosed) return;
    if (name === null) lookAtAll = true;
    else (isBelow ? dirty : replaced).add(name);
    const now = performance.now();
    firstEvent ??= now;
    clearTimeout(soon);
    soon = setTimeout(run, Math.max(0, Math.min(quiet, firstEvent + patience - now))).unref();
  }

  function onBlind(error: unknown): void {
    pace = blind;
    const hint = 'on Linux, fs.inotify.max_user_watches may be too low';
    log.warn(
      `the system does not watch all of the rules folder (${errorCode(error)}; ${hint}); it is looked at regularly instead`,
    );
  }

  /** Watches the folder that is there now, if it is another than before. */
  async function openFolder(): Promise<void> {
    const now = await folderIdentity(rulesPath);
    if (now === identity || isClosed) return;
    identity = now;
    folder?.close();
    folder = null;
    lookAtAll = true;
    replaced = new Set(known?.keys());
    if (now === 'absent') return;
    try {
      folder = watchFolder(rulesPath, { onEvent, onBlind });
    } catch (error) {
      onBlind(error);
    }
  }

  async function look(): Promise<void> {
    const before = known;
    const wanted = new Set([...dirty, ...replaced]);
    const moved = replaced;
    const all = lookAtAll || before === null;
    firstEvent = null;
    dirty = new Set();
    replaced = new Set();
    lookAtAll = false;

    const start = performance.now();
    const names = await listScopes(rulesPath);
    if (isClosed) return;
    const present = new Set(names);
    for (const name of before?.keys() ?? []) if (!present.has(name)) folder?.leave(name);
    // Watched first and looked at then, so that what is written in between is seen.
    for (const name of names) if (moved.has(name) || !before?.has(name)) folder?.follow(name);
    const stamps = await readStamps(
      rulesPath,
      names.filter((name) => all || wanted.has(name) || !before?.has(name)),
    );
    if (isClosed) return;
    const now = new Map(
      names.flatMap((name) => {
        const stamp = stamps.get(name) ?? before?.get(name);
        return stamp === undefined ? [] : [[name, stamp]];
      }),
    );
    known = now;
    if (all) nextLook = performance.now() + Math.max(pace.least, pace.factor * (performance.now() - start));
    if (before === null) {
      log.info(`watching ${rulesPath}: ${names.length} scopes`);
      onReady();
    }
    const change = compareStamps(before ?? stampsAsOf(now, since), now);
    if (change === null) return;
    log.debug(`changed: ${[...(change.scopes ?? [])].join(', ')}`);
    onChange(change);
  }

  async function run(): Promise<void> {
    if (isBusy || isClosed) return;
    isBusy = true;
    try {
      await openFolder();
      if (performance.now() >= nextLook) lookAtAll = true;
      while (!isClosed && (lookAtAll || dirty.size > 0 || replaced.size > 0)) await look();
    } catch (error) {
      nextLook = performance.now() + pace.least;
      log.debug(`the rules folder cannot be looked at: ${error}`);
    } finally {
      isBusy = false;
    }
  }

  void run();
  const tick = setInterval(run, tickEvery).unref();
  return {
    close() {
      isClosed = true;
      clearInterval(tick);
      clearTimeout(soon);
      folder?.close();
    },
  };
}
