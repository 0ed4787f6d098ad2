import type { Dirent, Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findUp, foldersUp } from '../runtime/files/find-up.ts';

/** Entries of a repository's own folder that are looked at; git's limits of time are for the rest. */
const mostEntries = 10_000;
/** What git reads by name; of the rest it maps what has a size. */
const read = ['refs', 'info', 'objects/info', 'reftable'];
const inTree = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];

/** Why git is not asked about a folder, as the end of a sentence: it is in no working tree, or git would read without end. Null for nothing. */
export async function whyNotAsked(cwd: string): Promise<string | null> {
  const root = await findUp(cwd, '.git');
  if (root === null) return `${cwd} is in no git repository`;
  const endless = await findEndless(root, cwd);
  return endless === null ? null : `git is not asked, for ${endless} is a pipe or a device`;
}

/** The first pipe or device among the files that git would read to learn of a folder. */
async function findEndless(root: string, cwd: string): Promise<string | null> {
  const budget = { entries: mostEntries };
  for (const folder of foldersUp(cwd).filter((one) => one === root || one.startsWith(root + path.sep)))
    for (const name of inTree) if (await isEndless(path.join(folder, name))) return path.join(folder, name);
  const place = path.join(root, '.git');
  if (await isEndless(place)) return place;
  const own = await followed(place, /^gitdir: (.*)$/m);
  const common = path.join(own, 'commondir');
  if (await isEndless(common)) return common;
  const folders = new Set([own, await followed(common, /^(.+)$/m, own)]);
  for (const folder of folders) {
    const found = await endlessIn(folder, budget, false);
    if (found !== null) return found;
    for (const below of read) {
      const deeper = await endlessIn(path.join(folder, below), budget, true);
      if (deeper !== null) return deeper;
    }
  }
  return null;
}

/** Where a file of one line leads, from its own folder; `otherwise` where there is none. */
async function followed(file: string, line: RegExp, otherwise = file): Promise<string> {
  const isFile = (await stat(file).catch(() => null))?.isFile() ?? false;
  const [, target] = (isFile ? line.exec(await readFile(file, 'utf8').catch(() => '')) : null) ?? [];
  return target === undefined ? otherwise : path.resolve(path.dirname(file), target.trim());
}

async function endlessIn(
  folder: string,
  budget: { entries: number },
  isDeep: boolean,
): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    if (budget.entries-- <= 0) return null;
    const place = path.join(folder, entry.name);
    if (entry.isFile() || (entry.isDirectory() && !isDeep)) continue;
    if (!entry.isDirectory() && (await isEndless(place))) return place;
    const found = isDeep ? await endlessIn(place, budget, true) : null;
    if (found !== null) return found;
  }
  return null;
}

async function isEndless(place: string): Promise<boolean> {
  const status = await stat(place).catch(() => null);
  return status !== null && isPipeOrDevice(status);
}

function isPipeOrDevice(status: Stats): boolean {
  return status.isFIFO() || status.isCharacterDevice() || status.isBlockDevice();
}
