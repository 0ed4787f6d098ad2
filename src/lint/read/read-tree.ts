import { scopeNamePattern } from '../../model/names/scope-name.ts';
import { unportableNames } from '../checks/portable-names.ts';
import type { LintScope, Stray } from '../lint-scope.ts';
import { isLikeSettings, scopeFiles, settingsPlace } from '../misplaced-files.ts';
import {
  createScopeReader,
  isWelcome,
  leadsToDirectory,
  type ReadOptions,
  type ScopeReader,
  sortedEntries,
  stray,
} from './read-scopes.ts';

export interface Tree {
  /** By name, sorted. */
  readonly scopes: ReadonlyMap<string, LintScope>;
  readonly strays: readonly Stray[];
}

/** What may be scopes of a rules folder, sorted, and what else lies there. */
export interface Listing {
  readonly names: readonly string[];
  readonly strays: readonly Stray[];
}

interface TreeOptions extends ReadOptions {
  /** Hears how many of how many are read. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Is waited for before each scope, so that others can pass. */
  readonly whenFree?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Scopes read at once: enough to keep the disk busy, few enough to hold little memory; fewer where others may have to pass. */
const parallel = { alone: 16, besideOthers: 2 };

/** Reads every scope of a rules folder, `unsaved` texts in the place of files. Throws the reason of `signal`. */
export async function readTree(
  rulesPath: string,
  { onProgress = () => {}, whenFree, signal, ...options }: TreeOptions = {},
): Promise<Tree> {
  const reader = createScopeReader(rulesPath, options);
  const listing = await listScopes(rulesPath, reader);
  const strays = [...listing.strays];
  const scopes = new Map<string, LintScope | null>(listing.names.map((name) => [name, null]));
  const waiting = listing.names.values();
  let done = 0;
  const work = async () => {
    for (const name of waiting) {
      await whenFree?.();
      signal?.throwIfAborted();
      const { scope, strays: own } = await reader.read(name);
      if (scope !== null) scopes.set(name, scope);
      strays.push(...own);
      onProgress(++done, listing.names.length);
    }
  };
  const workers = whenFree === undefined ? parallel.alone : parallel.besideOthers;
  await Promise.all(Array.from({ length: workers }, work));
  return { scopes: withoutGone(scopes), strays };
}

/** Reads a scope of a rules folder and its ancestors, by name. */
export async function readLineage(
  rulesPath: string,
  name: string,
  options: ReadOptions,
): Promise<ReadonlyMap<string, LintScope>> {
  const family = await readFamily([name], createScopeReader(rulesPath, options));
  return new Map([...family].map(([one, { scope }]) => [one, scope]));
}

/** Reads scopes and their ancestors. */
export async function readFamily(
  names: readonly string[],
  reader: ScopeReader,
): Promise<Map<string, ReadPart>> {
  const found = new Map<string, ReadPart>();
  const queue = names.filter((name) => scopeNamePattern.test(name));
  for (const name of queue) {
    if (found.has(name)) continue;
    const { scope, strays } = await reader.read(name);
    if (scope === null) continue;
    found.set(name, { scope, strays });
    queue.push(...scope.layer.metadata.parents.filter((parent) => scopeNamePattern.test(parent)));
  }
  return found;
}

/** A scope that is there. */
export interface ReadPart {
  readonly scope: LintScope;
  readonly strays: readonly Stray[];
}

export async function listScopes(rulesPath: string, { source }: ScopeReader): Promise<Listing> {
  const strays: Stray[] = [];
  const names = new Set<string>();
  const files: string[] = [];
  for (const entry of await sortedEntries(rulesPath)) {
    if (!(await leadsToDirectory(rulesPath, entry))) files.push(entry.name);
    else if (scopeNamePattern.test(entry.name)) names.add(entry.name);
    else strays.push(...strayDirectory(entry.name));
  }
  for (const name of await source.scopes()) names.add(name);
  const sorted = [...names].sort();
  for (const file of files) strays.push(...strayFile(file, sorted[0] ?? '<scope>'));
  return { names: sorted, strays: [...strays, ...unportableNames(sorted)] };
}

function withoutGone(scopes: ReadonlyMap<string, LintScope | null>): Map<string, LintScope> {
  return new Map(
    [...scopes].flatMap(([name, scope]): [string, LintScope][] => (scope === null ? [] : [[name, scope]])),
  );
}

function strayDirectory(name: string): Stray[] {
  if (isWelcome(name)) return [];
  const hidden = name.startsWith('.');
  const message = hidden
    ? `the hidden directory "${name}" is no scope`
    : `"${name}" cannot be the name of a scope`;
  const hint = hidden ? 'Move it out of the rules folder' : 'Use 1 to 200 of A-Z, a-z, 0-9, "_" and "-"';
  return [stray('not-a-scope', name, message, hint)];
}

/** `scope` is one that the file may be for. */
function strayFile(name: string, scope: string): Stray[] {
  if (isWelcome(name)) return [];
  const hint = scopeFiles.includes(name)
    ? `Move it into the directory of a scope, like ${scope}/${name}`
    : isLikeSettings(name)
      ? settingsPlace
      : 'Put it in the directory of a scope, or move it out of the rules folder';
  return [stray('not-a-scope', name, `the file "${name}" is in no scope and is never read`, hint)];
}
