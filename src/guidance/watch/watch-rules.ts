import type { Change } from '../../model/change.ts';
import { errorCode } from '../../runtime/files/files.ts';
import type { Logger } from '../../runtime/log.ts';
import { watchCurrentFolder } from '../../runtime/watch/watch-current-folder.ts';
import type { Watch } from '../../runtime/watch/watch-files.ts';
import { whenQuiet } from '../../runtime/watch/when-quiet.ts';
import { createKnownScopes } from './known-scopes.ts';
import { createScopesToLookAt } from './scopes-to-look-at.ts';

export interface RulesWatchOptions {
  readonly rulesPath: string;
  /** What changes from this moment on is reported, in milliseconds since 1970: some of it was perhaps served before. */
  readonly since: number;
  /** Whether the folder can be read now: where it says so, a folder that vanishes is no change, and its scopes are not taken for deleted. */
  readonly isReadable?: () => Promise<boolean>;
  readonly log: Logger;
  /** Hears of what changed, once it holds still for a moment. */
  readonly onChange: (change: Change) => void;
  /** Called once every scope has been looked at, so that nothing that changes from now on is missed. */
  readonly onReady: () => void;
}

/** Milliseconds without events before scopes are looked at, and the most that a stream of events may delay it. */
const pauses = { quiet: 50, patience: 250 };
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
export function watchRules(options: RulesWatchOptions): Watch {
  let pace = seeing;
  let nextLook = 0;
  let isReady = false;
  let isBusy = false;
  let isClosed = false;
  const { rulesPath, since, log } = options;
  const known = createKnownScopes(rulesPath, since);
  const doubts = createScopesToLookAt();
  const events = whenQuiet(() => void run(), pauses);
  const folder = watchCurrentFolder(rulesPath, {
    onEvent(name, isBelow) {
      if (name === null) doubts.addAll();
      else if (isBelow) doubts.add(name);
      else doubts.addReplaced(name);
      events.note();
    },
    onBlind(error) {
      pace = blind;
      const code = errorCode(error);
      log.warn(
        `the system does not watch all of the rules folder (${code}; ${whyBlind(code)}); it is looked at regularly instead`,
      );
    },
  });

  async function look(): Promise<void> {
    const taken = doubts.take();
    events.begin();
    const start = performance.now();
    const { count, change } = await known.look(taken, folder.current());
    if (isClosed) return;
    if (taken.all)
      nextLook = performance.now() + Math.max(pace.least, pace.factor * (performance.now() - start));
    if (!isReady) {
      isReady = true;
      log.info(`watching ${rulesPath}: ${count} scopes`);
      options.onReady();
    }
    if (change === null) return;
    log.debug(`changed: ${[...(change.scopes ?? [])].join(', ')}`);
    options.onChange(change);
  }

  async function run(): Promise<void> {
    if (isBusy || isClosed) return;
    isBusy = true;
    try {
      if (options.isReadable !== undefined && !(await options.isReadable())) return;
      if (await folder.open()) {
        doubts.addAll();
        for (const name of known.names()) doubts.addReplaced(name);
      }
      if (performance.now() >= nextLook) doubts.addAll();
      while (!isClosed && !doubts.isEmpty) await look();
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
      events.close();
      folder.close();
    },
  };
}

/** What to look at where the system does not watch a folder, by its code. */
function whyBlind(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'the user of this program may not read a folder';
  return code === 'EMFILE'
    ? 'on Linux, fs.inotify.max_user_instances or the limit of open files may be too low'
    : 'on Linux, fs.inotify.max_user_watches may be too low';
}
