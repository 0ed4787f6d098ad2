import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Fault } from '../../../model/fault.ts';
import { isInside, readOptionalFile } from '../../../runtime/files/files.ts';
import { type Area, placeOf } from '../../../runtime/files/own-place.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import { createFile, removeFile, replaceFile } from '../../../runtime/files/write-file.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';

/** What becomes of a file. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | null;
  /** Null where it is removed. */
  readonly after: Uint8Array | null;
}

/** Files as an export has them so far: those on disk, with its changes over them. Nothing is written before `write`. */
export interface Tree {
  /** Null where there is none. Throws where a link inside of the folder leads to it, and for what cannot be read. */
  read(path: string): Promise<Uint8Array | null>;
  set(path: string, bytes: Uint8Array | null): Promise<void>;
  /** Whether an earlier export of this run has set it. */
  isSet(path: string): boolean;
  /** Every file that was set, in order of their paths. */
  changes(): readonly FileChange[];
  /** Faults: `internal` for what the system does not let be written, or what somebody else has changed since it was read. */
  write(): Promise<void>;
}

/** Most bytes of a file of a project that are read. */
const maxBytes = 16 * 1024 * 1024;

/** The tree below a folder and others, absolute. No link is followed inside of them: they may have come from anybody. */
export function createTree(folder: string, others: readonly string[] = []): Tree {
  const set = new Map<string, FileChange>();
  const areaOf = (path: string): Area => ({
    within: [folder, ...others].find((one) => isInside(path, one)) ?? null,
  });
  const onDisk = async (path: string): Promise<Uint8Array | null> => {
    const area = areaOf(path);
    const place = await placeOf(path, area);
    if (area.within !== null) await refuseFiles(dirname(path), area.within);
    const bytes = await readOptionalFile(place, maxBytes);
    if (bytes !== null && bytes.byteLength > maxBytes) throw new Error('it has more than 16 MiB');
    return bytes;
  };
  return {
    async read(path) {
      const known = set.get(path);
      return known === undefined ? onDisk(path) : known.after;
    },
    async set(path, bytes) {
      const before = set.get(path)?.before ?? (set.has(path) ? null : await onDisk(path));
      set.set(path, { path, before, after: bytes });
    },
    isSet: (path) => set.has(path),
    changes: () => [...set.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    async write() {
      const changes = [...set.values()].filter(({ before, after }) => !isSame(before, after));
      for (const [index, change] of changes.entries()) {
        try {
          await put(change, areaOf(change.path), onDisk);
        } catch (error) {
          const done =
            index === 0 ? 'Nothing was written' : `${index} of ${changes.length} files were written`;
          throw new Fault(
            'internal',
            `${toReportPath(change.path, folder)} cannot be written: ${reasonOf(error)}. ${done}; fix that and run the command again.`,
          );
        }
      }
    },
  };
}

/** Throws where a path is to lead through a file below `within`. */
async function refuseFiles(path: string, within: string): Promise<void> {
  if (path === within) return;
  await refuseFiles(dirname(path), within);
  const status = await lstat(path).catch(() => null);
  if (status !== null && !status.isDirectory())
    throw new Error(`${path} is a file, where a folder is needed; rename or remove it`);
}

export function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
}

/** Makes a change, which another export may have made just now. */
async function put(
  { path, before, after }: FileChange,
  area: Area,
  onDisk: (path: string) => Promise<Uint8Array | null>,
): Promise<void> {
  const now = await onDisk(path);
  if (isSame(now, after)) return;
  if (!isSame(now, before)) throw new Error('it has changed since it was read');
  if (after === null) return removeFile(path, area);
  if (before !== null) return replaceFile(path, after, area);
  // Scripts that katas bring are to be run.
  const mode = after[0] === 0x23 && after[1] === 0x21 ? 0o777 : 0o666;
  if (!(await createFile(path, after, area, { mode })) && !isSame(await onDisk(path), after))
    throw new Error('it has just been written by somebody else');
}

/** Folders that are looked into at most. */
const maxFolders = 20_000;
const skipped = new Set(['node_modules', 'vendor', 'bower_components']);

/**
 * Paths of files that `wanted` accepts by their name, below a folder and with forward slashes, sorted. Links, hidden folders and
 * packages are passed over unless the folder itself is one.
 */
export async function findFiles(
  folder: string,
  wanted: (name: string) => boolean,
  maxDepth = 64,
): Promise<{ readonly paths: readonly string[]; readonly isWhole: boolean }> {
  const found: string[] = [];
  let open = [folder];
  let seen = 0;
  for (let depth = 0; open.length > 0 && depth <= maxDepth; depth++) {
    const next: string[] = [];
    for (const place of open) {
      if (++seen > maxFolders) return { paths: found.sort(), isWhole: false };
      const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = join(place, entry.name);
        if (entry.isFile() && wanted(entry.name)) found.push(relative(folder, path).split(sep).join('/'));
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
          next.push(path);
      }
    }
    open = next;
  }
  return { paths: found.sort(), isWhole: true };
}

/** Whether a folder is there, and no link leads to it from `root`. */
export async function isRealFolder(root: string, path: string): Promise<boolean> {
  const whole = join(root, ...path.split('/'));
  try {
    return (await lstat(await placeOf(whole, { within: root }))).isDirectory();
  } catch {
    return false;
  }
}

/** The folder, and those above it up to the root of its git repository, outermost first; itself alone without one. */
export async function foldersAbove(folder: string): Promise<readonly string[]> {
  const passed = [folder];
  for (let place = folder; ; place = dirname(place)) {
    const isRoot = await lstat(join(place, '.git')).then(
      () => true,
      () => false,
    );
    if (isRoot) return passed.reverse();
    if (dirname(place) === place) return [folder];
    passed.push(dirname(place));
  }
}
