import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, realpath, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './files.ts';

/**
 * Writes a file that is not there yet, whole or not at all, with the folders around it. False, and nothing written, where
 * something has that name already. Failures of the system are thrown as they are.
 */
export async function createFile(path: string, text: string | Uint8Array): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  return create(path, text, { mode: 0o666, durable: false });
}

/** The same, in a folder that is there, for a file that its owner alone may read. */
export function createPrivateFile(path: string, text: string): Promise<boolean> {
  return create(path, text, { mode: 0o600, durable: true });
}

function create(path: string, text: string | Uint8Array, how: DraftOptions): Promise<boolean> {
  return withDraft(path, text, how, async (draft) => {
    try {
      await link(draft, path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      // Some file systems have no hard links.
      try {
        await copyFile(draft, path, constants.COPYFILE_EXCL);
      } catch (second) {
        if (errorCode(second) === 'EEXIST') return false;
        throw second;
      }
    }
    return true;
  });
}

/** Puts a text in the place of a file's, whole or not at all. A link stays one; the mode stays what it was. */
export async function replaceFile(path: string, text: string | Uint8Array): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  await withDraft(target, text, { mode: 0o600, durable: true }, async (draft) => {
    // Not given to open(), which the umask would take bits from.
    await chmod(draft, mode & 0o777);
    await rename(draft, target);
  });
}

/** Puts a file that its owner alone may read in the place of whatever has that name, whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await withDraft(path, text, { mode: 0o600, durable: true }, (draft) => rename(draft, path));
}

/** Puts a file for everybody to read in the place of whatever has that name, whole or not at all. */
export async function writePublicFile(path: string, text: string | Uint8Array): Promise<void> {
  await withDraft(path, text, { mode: 0o644, durable: true }, (draft) => rename(draft, path));
}

/** Writes a file of its owner alone that can be had again: whole or not at all, though not safe from a loss of power. `time` becomes its time. */
export async function writeRepeatable(path: string, text: string, time: number): Promise<void> {
  await withDraft(path, text, { mode: 0o600, durable: false }, async (draft) => {
    await utimes(draft, time / 1000, time / 1000);
    await rename(draft, path);
  });
}

/** Whether a file's name is that of one which is being written, or whose writer was killed. */
export function isDraft(name: string): boolean {
  return /\.[0-9a-f]{12}\.tmp$/.test(name);
}

interface DraftOptions {
  readonly mode: number;
  readonly durable: boolean;
}

async function withDraft<Result>(
  path: string,
  text: string | Uint8Array,
  { mode, durable }: DraftOptions,
  use: (draft: string) => Promise<Result>,
): Promise<Result> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text);
      // A new file can be written again; one that is replaced would be lost with the power.
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    return await use(draft);
  } finally {
    await unlink(draft).catch(() => {});
  }
}
