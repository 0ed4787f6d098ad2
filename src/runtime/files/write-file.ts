import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './files.ts';
import { type Area, NotOwnFile, ownChoice, placeOf } from './own-place.ts';
import { patiently } from './patiently.ts';

// Every file that the program writes, moves or removes goes through here, but for lines that are appended (own-file.ts). Faults of all
// of these: NotOwnFile for a place that is none for a file of ours in this area; failures of the system are thrown as they are.

type Content = string | Uint8Array;

/** Milliseconds after which whoever made a scratch folder is gone. */
const scratchAge = 3_600_000;

/** How a file is written. */
interface How {
  /** Its mode, of which the umask takes its part. */
  readonly mode: number;
  /** Whether it is safe from a loss of power. One that can be had again need not be. */
  readonly durable?: boolean;
  /** Its time, in milliseconds since the epoch; now unless given. */
  readonly time?: number;
}

/** Writes a file that is not there yet, whole or not at all, with the folders around it. False, and nothing written, where something has that name already. */
export async function createFile(
  path: string,
  text: Content,
  area: Area,
  how: How = { mode: 0o666 },
): Promise<boolean> {
  await mkdir(dirname(await placeOf(path, area, true)), { recursive: true });
  return withDraft(path, text, area, { ...how, isItself: true }, async (draft, target) => {
    try {
      await link(draft, target);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      // Some file systems have no hard links.
      try {
        await copyFile(draft, target, constants.COPYFILE_EXCL);
      } catch (second) {
        if (errorCode(second) === 'EEXIST') return false;
        throw second;
      }
    }
    return true;
  });
}

/** Puts a text in the place of a file's, whole or not at all. A link that the area takes stays one; the mode stays what it was. */
export async function replaceFile(path: string, text: Content, area: Area): Promise<void> {
  const { mode } = await stat(await placeOf(path, area));
  await withDraft(path, text, area, { mode: 0o600, durable: true }, async (draft, target) => {
    // Not given to open(), which the umask would take bits from.
    await chmod(draft, mode & 0o777);
    await patiently(target, () => rename(draft, target));
  });
}

/** Puts a file in the place of whatever has that name, a link too, whole or not at all. Its folder has to be there. */
export async function putFile(path: string, text: Content, area: Area, how: How): Promise<void> {
  await withDraft(path, text, area, { ...how, isItself: true }, (draft, target) =>
    patiently(target, () => rename(draft, target)),
  );
}

/** Puts a file that its owner alone may read, in a folder that is its owner's alone, in the place of whatever has that name. */
export async function putPrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await putFile(path, text, ownChoice, { mode: 0o600, durable: true });
}

/** Makes an empty file that its owner alone may see, with a folder that is its owner's alone; throws EEXIST where it is there. */
export async function claimFile(path: string): Promise<void> {
  const target = await placeOf(path, ownChoice, true);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeWhole(target, '', { mode: 0o600 });
}

/** Removes a file. */
export async function removeFile(path: string, area: Area): Promise<void> {
  const target = await placeOf(path, area, true);
  await patiently(target, () => unlink(target));
}

/** Gives a file another name in its folder, in the place of whatever has that. */
export async function moveFile(path: string, name: string, area: Area): Promise<void> {
  const from = await placeOf(path, area, true);
  await patiently(from, () => rename(from, join(dirname(from), name)));
}

/** Gives a file another time, in milliseconds since the epoch. */
export async function touchFile(path: string, time: number, area: Area): Promise<void> {
  // Of a link that has just come there, the link's own.
  await lutimes(await placeOf(path, area, true), time / 1000, time / 1000);
}

/**
 * Writes a folder that is not there yet, with all of its files by their paths below it, at once or not at all. False, and nothing
 * written, where something has that name already.
 */
export async function createFolder(
  path: string,
  files: ReadonlyMap<string, Content>,
  area: Area,
): Promise<boolean> {
  const target = await placeOf(path, area);
  await mkdir(dirname(target), { recursive: true });
  const draft = join(dirname(target), `.${draftName(basename(target).slice(0, 60))}`);
  try {
    for (const [name, content] of files) {
      const file = await placeOf(join(draft, ...name.split('/')), { within: draft });
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, content, { mode: 0o666 });
    }
    if ((await placeOf(path, area)) !== target) throw new NotOwnFile('link', path);
    if ((await lstat(target).catch(() => null)) !== null) return false;
    await patiently(target, () => rename(draft, target));
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Gives `work` a folder of its own in that folder, which its owner alone may see, and removes it with all that is in it. */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const place = await placeOf(parent, ownChoice);
  await removeScratch(place);
  const folder = await mkdtemp(join(place, 'scratch-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes the scratch folders of processes that were killed. */
async function removeScratch(parent: string): Promise<void> {
  const left = (await readdir(parent)).filter((name) => /^scratch-\w{6}$/.test(name));
  for (const name of left) {
    const status = await lstat(join(parent, name)).catch(() => null);
    if (status?.isDirectory() !== true || Date.now() - status.mtimeMs < scratchAge) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether a file's name is that of one which is being written, or whose writer was killed. */
export function isDraft(name: string): boolean {
  return /\.[0-9a-f]{12}\.tmp$/.test(name);
}

function draftName(name: string): string {
  return `${name}.${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Runs `use` with a file that holds the text, beside the place where it is to be; what is left of it is removed in the end. A folder on
 * the way may become a link at any moment: the place is judged again when the draft is written, just before the file appears.
 */
async function withDraft<Result>(
  path: string,
  text: Content,
  area: Area,
  { isItself = false, ...how }: How & { readonly isItself?: boolean },
  use: (draft: string, target: string) => Promise<Result>,
): Promise<Result> {
  const target = await placeOf(path, area, isItself);
  const draft = draftName(target);
  try {
    await writeWhole(draft, text, how);
    if ((await placeOf(path, area, isItself)) !== target) throw new NotOwnFile('link', path);
    return await use(draft, target);
  } finally {
    await patiently(draft, () => unlink(draft)).catch(() => {});
  }
}

/** Writes a file that is not there yet; no link at its place is followed. */
async function writeWhole(path: string, text: Content, { mode, durable, time }: How): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    if (time !== undefined) await file.utimes(time / 1000, time / 1000);
    if (durable === true) await file.sync();
  } finally {
    await file.close();
  }
}
