import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { baseFolder } from '../../../config/values/base-folder.ts';
import { type SourceEntry, sourceLabel } from '../../../config/values/source-entries.ts';
import type { RemoteScope } from '../../../guidance/guidance.ts';
import type { Gap } from '../../../model/guidance.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import {
  openContent,
  type PackSource,
  type PackStore,
  readLock,
  type SourceLock,
} from '../../sources/sources.ts';
import { createScopeReading } from './read-source-scope.ts';

/** The scopes of the sources of the settings, at the commits that precept.lock names: nothing is asked of the network. */
export interface Sources {
  /** Sorted for each, in list order. */
  names(): Promise<readonly string[]>;
  /** What each says of a scope, in list order, and what is missing. */
  scope(name: string): Promise<{ readonly remotes: readonly RemoteScope[]; readonly gaps: readonly Gap[] }>;
  /** How each is now, in list order. */
  states(): Promise<readonly SourceState[]>;
  /** The bytes of a file of a kata by its hash; null where none has it. */
  file(sha256: string): Promise<Uint8Array | null>;
}

/** A source as it is served. */
export interface SourceState {
  readonly entry: SourceEntry;
  readonly label: string;
  /** Null where precept.lock does not have it. */
  readonly lock: SourceLock | null;
  /** Null where it is not served. */
  readonly content: PackSource | null;
  /** Why it is not served, as the end of a sentence; null where it is. */
  readonly why: string | null;
}

/** The commit of the project whose lock counts, in the place of the lock on the disk. */
export interface LockedAt {
  readonly commit: string | null;
  /** Bytes of a file of that commit; null where there is none, undefined for a file outside of the repository. */
  readFile(path: string): Promise<Buffer | null | undefined>;
}

/** Where the lock of the settings' sources lies: beside the settings that name them. */
export function lockPath(config: Config): string {
  const { files, layers, checkout } = config;
  const layer = layers.find(({ file }) => file === files.sources);
  // The home folder is no project: what is of it lies in its folder.
  if (layer?.of === 'person') return join(layer.project, '.precept', 'precept.lock');
  return join(baseFolder(config, 'sources', checkout), 'precept.lock');
}

/** The text of the lock; null where there is none. */
export async function readLockText(config: Config, at?: LockedAt): Promise<string | null> {
  const path = lockPath(config);
  const other = await at?.readFile(path);
  const bytes = other === undefined ? await readOptionalFile(path) : other;
  return bytes?.toString('utf8') ?? null;
}

/** The sources of the settings; `locks` in the place of what precept.lock says. */
export function createSources(
  config: Config,
  store: PackStore,
  { locks, at }: { readonly locks?: readonly (SourceLock | null)[]; readonly at?: LockedAt | undefined } = {},
): Sources {
  const { sources: entries, max_inheritance_depth: maxDepth, auth_issuer_url: issuer } = config.settings;
  const reading = createScopeReading(maxDepth, issuer);
  let known: readonly SourceState[] = [];

  async function locked(): Promise<{ locks: readonly (SourceLock | null)[]; why: string | null }> {
    if (locks !== undefined) return { locks, why: null };
    try {
      return { locks: readLock(await readLockText(config, at), entries), why: null };
    } catch (error) {
      return { locks: entries.map(() => null), why: `precept.lock cannot be used: ${reasonOf(error)}` };
    }
  }

  async function states(): Promise<readonly SourceState[]> {
    const { locks: found, why } = await locked();
    known = await Promise.all(
      entries.map((entry, index) => open(entry, found[index] ?? null, why, known[index])),
    );
    return known;
  }

  async function open(
    entry: SourceEntry,
    lock: SourceLock | null,
    broken: string | null,
    before: SourceState | undefined,
  ): Promise<SourceState> {
    if (before?.content != null && before.lock?.tree === lock?.tree) return { ...before, lock };
    const label = sourceLabel(entry);
    const content = lock === null ? null : await openContent(store, lock, entry);
    const fetch = at?.commit == null ? '' : ` --at ${at.commit.slice(0, 12)}`;
    const absent = `its content is not on this machine: run "precept sources fetch${fetch}"`;
    const unlocked = broken ?? 'precept.lock does not have it: run "precept sources update --write"';
    return { entry, label, lock, content, why: content !== null ? null : lock === null ? unlocked : absent };
  }

  return {
    states,
    async names() {
      const all = await states();
      return (await Promise.all(all.map(async ({ content }) => (await content?.scopes()) ?? []))).flat();
    },
    async scope(name) {
      const all = await states();
      const gaps: Gap[] = [];
      const remotes: RemoteScope[] = [];
      for (const { label, content, why } of all) {
        if (why !== null)
          gaps.push({ absent: null, text: `the scopes of source ${label} are missing: ${why}.` });
        if (content === null || content.ownName(name) === null) continue;
        const { remote, problem } = await reading.read(label, content, name);
        if (remote !== null) remotes.push(remote);
        if (problem !== null)
          gaps.push({
            absent: null,
            text: `the part of \`${name}\` that comes from source ${label} is missing: ${problem}.`,
          });
      }
      return { remotes, gaps };
    },
    async file(sha256) {
      for (const { content } of await states()) {
        const found = content === null ? null : reading.fileOf(content, sha256);
        if (found !== null) return found;
      }
      return null;
    },
  };
}
