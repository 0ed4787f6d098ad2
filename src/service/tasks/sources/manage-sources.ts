import type { Config } from '../../../config/config.ts';
import type { SourceEntry } from '../../../config/values/source-entries.ts';
import { Fault } from '../../../model/fault.ts';
import { cacheFolder } from '../../../runtime/files/cache-folder.ts';
import { isInside } from '../../../runtime/files/files.ts';
import { NotOwnFile } from '../../../runtime/files/own-place.ts';
import { createFile, replaceFile } from '../../../runtime/files/write-file.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import { openPacks } from '../../runtime/sources/open-packs.ts';
import {
  createSources,
  type LockedAt,
  lockPath,
  readLockText,
  type SourceState,
} from '../../runtime/sources/open-sources.ts';
import type { Service } from '../../service.ts';
import {
  describeSource,
  fetchSource,
  lockText,
  newestCommit,
  type PackStore,
  readLock,
  SourceError,
  type SourceLock,
  type SourceWorld,
} from '../../sources/sources.ts';

/** What the commands of sources work with. */
export interface SourceDesk {
  readonly config: Config;
  readonly entries: readonly SourceEntry[];
  readonly store: PackStore;
  readonly world: SourceWorld;
  readonly at?: LockedAt | undefined;
}

/** A source for people and programs. */
export interface SourceRow {
  readonly name: string;
  /** Its address, without user and password, with what is chosen of it. */
  readonly source: string;
  readonly commit: string | null;
  readonly tree: string | null;
  /** `ready`: it is served. `absent`: its content is not on this machine. `unlocked`: precept.lock does not have it. */
  readonly state: 'ready' | 'absent' | 'unlocked';
  readonly scopes: readonly string[];
}

/** What went wrong with one source, in one line. */
export interface SourceTrouble {
  readonly name: string;
  readonly source: string;
  readonly error: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Fault: `not-found` where the settings name no source, or there is nowhere to keep content. */
export function openDesk(
  { config, log }: Pick<Service, 'config' | 'log'>,
  { env, cwd, home }: { readonly env: Env; readonly cwd: string; readonly home: string },
  at?: LockedAt,
): SourceDesk {
  const { sources: entries, cache_dir: named } = config.settings;
  if (entries.length === 0)
    throw new Fault(
      'not-found',
      config.trust.state === 'untrusted' && config.trust.gated.some(({ name }) => name === 'sources')
        ? `The sources of ${config.file} have no effect until you allow them: run "precept trust".`
        : 'The settings name no sources. "precept sources add <git>" adds one.',
    );
  const folder = named ?? cacheFolder(env, home);
  if (folder === null)
    throw new Fault('not-found', 'There is no folder to keep content in; name one in cache_dir.');
  const store = openPacks(config, log, { env, home });
  return { config, entries, store, world: { env, cwd, home, folder }, at };
}

/** The sources as they are served now. */
export async function listSources(desk: SourceDesk): Promise<SourceRow[]> {
  const states = await createSources(desk.config, desk.store).states();
  return Promise.all(states.map(rowOf));
}

async function rowOf({ entry, lock, content }: SourceState): Promise<SourceRow> {
  const { name, label } = describeSource(entry);
  return {
    name,
    source: label,
    commit: lock?.commit ?? null,
    tree: lock?.tree ?? null,
    state: content !== null ? 'ready' : lock === null ? 'unlocked' : 'absent',
    scopes: (await content?.scopes()) ?? [],
  };
}

/** Gets what precept.lock names and is not on this machine. Gives what could not be had. */
export async function fetchLocked(
  desk: SourceDesk,
): Promise<{ fetched: string[]; troubles: SourceTrouble[] }> {
  const locks = await locksOf(desk);
  const fetched: string[] = [];
  const troubles: SourceTrouble[] = [];
  for (const [index, entry] of desk.entries.entries()) {
    const { name, label: source } = describeSource(entry);
    const lock = locks[index];
    try {
      if (lock == null)
        throw new SourceError('precept.lock does not have it; run "precept sources update --write"');
      if ((await desk.store.read(lock.tree)) !== null) continue;
      const { config, store, world } = desk;
      const got = await fetchSource(entry, { commit: lock.commit }, store, world, config);
      if (got.tree !== lock.tree)
        throw new SourceError(`it has tree ${got.tree} where precept.lock has ${lock.tree}`);
      fetched.push(name);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      troubles.push({ name, source, error: error.message });
    }
  }
  return { fetched, troubles };
}

/** The locks of all sources. Fault: `invalid-content` for a precept.lock that is damaged, or cannot be read. */
export async function locksOf({
  config,
  entries,
  at,
}: Pick<SourceDesk, 'config' | 'entries' | 'at'>): Promise<(SourceLock | null)[]> {
  try {
    return readLock(await readLockText(config, at), entries);
  } catch (error) {
    throw new Fault('invalid-content', `${lockPath(config)} cannot be used: ${reasonOf(error)}.`);
  }
}

/** A source, with the commit it is held to and the one that its ref stands for now. */
export interface Newest {
  readonly name: string;
  readonly source: string;
  readonly commit: string | null;
  readonly newest: string | null;
  readonly outdated: boolean;
}

/** Which refs have moved on; archives never do. */
export async function findOutdated(desk: SourceDesk): Promise<{ rows: Newest[]; troubles: SourceTrouble[] }> {
  const locks = await locksOf(desk);
  const rows: Newest[] = [];
  const troubles: SourceTrouble[] = [];
  for (const [index, entry] of desk.entries.entries()) {
    const { name, label: source } = describeSource(entry);
    const lock = locks[index] ?? null;
    try {
      const newest = await newestCommit(entry, desk.world, desk.config);
      const commit = lock?.commit ?? null;
      rows.push({
        name,
        source,
        commit,
        newest,
        outdated: lock === null || (newest !== null && newest !== commit),
      });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      troubles.push({ name, source, error: error.message });
    }
  }
  return { rows, troubles };
}

/** What keeps precept.lock from standing for what is served: a line for each source. */
export async function checkLocked(desk: SourceDesk): Promise<SourceTrouble[]> {
  const troubles: SourceTrouble[] = [];
  const locks = await locksOf(desk);
  for (const state of await createSources(desk.config, desk.store).states()) {
    const { name, label: source } = describeSource(state.entry);
    if (state.why !== null) troubles.push({ name, source, error: state.why });
  }
  const wanted = lockText(desk.entries, locks);
  if (troubles.length === 0 && !isLock(await readLockText(desk.config), wanted))
    troubles.push({
      name: 'precept.lock',
      source: lockPath(desk.config),
      error: 'it is not as "precept sources update --write" writes it',
    });
  return troubles;
}

/** Whether a file has the text of a lock. Git may have checked it out with the line ends of Windows. */
function isLock(found: string | null, text: string): boolean {
  return found?.replaceAll('\r\n', '\n') === text;
}

/**
 * Writes precept.lock; false where it is so already. NotOwnFile for a place that is none for a file of ours; Fault: `internal` where it
 * cannot be written.
 */
export async function writeLock(
  { config, entries }: Pick<SourceDesk, 'config' | 'entries'>,
  locks: readonly (SourceLock | null)[],
): Promise<boolean> {
  const path = lockPath(config);
  const text = lockText(entries, locks);
  const before = await readLockText(config);
  if (isLock(before, text)) return false;
  const area = { within: isInside(path, config.checkout) ? config.checkout : config.project };
  try {
    if (before === null) await createFile(path, text, area);
    else await replaceFile(path, text, area);
  } catch (error) {
    if (error instanceof NotOwnFile) throw error;
    throw new Fault('internal', `${path} cannot be written, and stays as it was: ${reasonOf(error)}.`);
  }
  return true;
}
