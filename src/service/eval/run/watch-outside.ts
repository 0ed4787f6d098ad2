import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inBatches } from '../../../runtime/async/in-batches.ts';

/** A folder that no run may change. */
export interface WatchedFolder {
  readonly path: string;
  /** Folders deep that are looked at; 1 for what lies directly in it. */
  readonly depth: number;
  /** Whether what lies at a path below it is passed over. */
  readonly ignores?: ((path: string) => boolean) | undefined;
  /** Whether only what appears and vanishes counts. */
  readonly namesAlone?: boolean;
}

const mostEntries = 50_000;
const mostTold = 20;
const atOnce = 32;
/** What is large, and made by tools. */
const passedOver = new Set(['node_modules', '.git']);

/** The stamps of all that lies in some folders, to compare with later. */
export async function stampsOf(folders: readonly WatchedFolder[]): Promise<ReadonlyMap<string, string>> {
  const stamps = new Map<string, string>();
  for (const watched of folders) {
    let level = [watched.path];
    for (let left = watched.depth; left > 0 && level.length > 0; left--)
      level = (await inBatches(level, atOnce, (folder) => stampFolder(folder, watched, stamps))).flat();
  }
  return stamps;
}

/** Stamps what is directly in a folder, and gives the folders in it. */
async function stampFolder(
  folder: string,
  { ignores, namesAlone = false }: WatchedFolder,
  stamps: Map<string, string>,
): Promise<string[]> {
  const below: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (passedOver.has(entry.name) || ignores?.(path) === true || stamps.size >= mostEntries) continue;
    const status = await lstat(path).catch(() => null);
    if (status === null) continue;
    // The time of a folder changes with what is in it, which is looked at by itself.
    const file = namesAlone ? 'there' : `${status.size} ${status.mtimeMs} ${status.ino} ${status.mode}`;
    if (!stamps.has(path)) stamps.set(path, status.isDirectory() ? 'folder' : file);
    if (entry.isDirectory()) below.push(path);
  }
  return below;
}

/** The paths whose stamps differ, sorted; the first of them where there are many. */
export function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const changed = [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
  const more = changed.length - mostTold;
  return more > 0 ? [...changed.slice(0, mostTold), `and ${more} more`] : changed;
}
