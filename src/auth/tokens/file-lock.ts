import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { errorCode } from '../../runtime/files/files.ts';
import { ownChoice } from '../../runtime/files/own-place.ts';
import { isBusy } from '../../runtime/files/patiently.ts';
import { claimFile, removeFile } from '../../runtime/files/write-file.ts';

/** Milliseconds after which a claim counts as left behind, whoever made it. Work under the lock is bounded well below. */
const staleAfter = 45_000;

/** The lock was not to be had in time. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/**
 * Runs `work` while no other process, and no other caller here, runs work under the same path. Each contender puts a
 * claim of its own beside the path and goes ahead only when there is no other; claims have names that never come
 * again, so one that a crash left behind (its process is gone, or it is old) can be removed by anybody, at any time,
 * without ever removing a live one. Throws LockTimeout after `waitMs`.
 */
export async function withFileLock<Result>(
  path: string,
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path);
  const prefix = `${path.slice(folder.length + 1)}.lock-`;
  const place = await placeId();
  /** The name of the present claim. */
  let own = '';
  const deadline = Date.now() + waitMs;
  while (!(await tryClaim())) {
    if (Date.now() > deadline) throw new LockTimeout(`another process has held ${path} for ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 15 + Math.random() * 60));
  }
  try {
    return await work();
  } finally {
    await remove(join(folder, own));
  }

  async function tryClaim(): Promise<boolean> {
    if (await othersClaim()) return false;
    // Another name each time: on Windows one that was removed stays for as long as somebody looks at it.
    own = `${prefix}${place}-${pid}-${randomBytes(6).toString('hex')}`;
    const claim = join(folder, own);
    await claimFile(claim);
    // Of two that came at once, both may see the other and step back; never does neither.
    if (!(await othersClaim().catch(() => true))) return true;
    await remove(claim);
    return false;
  }

  async function othersClaim(): Promise<boolean> {
    const names = await readdir(folder).catch(noneYet);
    for (const name of names) {
      if (!name.startsWith(prefix) || name === own) continue;
      const other = join(folder, name);
      if (await isStale(other, name.slice(prefix.length), place)) await remove(other);
      else return true;
    }
    return false;
  }
}

async function isStale(file: string, id: string, place: string): Promise<boolean> {
  const [otherPlace, otherPid] = id.split('-');
  if (otherPlace === place && !isAlive(Number(otherPid))) return true;
  try {
    return Math.abs(Date.now() - (await stat(file)).mtimeMs) > staleAfter;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    // Windows says so of one that is just being removed.
    if (isBusy(error)) return false;
    throw error;
  }
}

function isAlive(id: number): boolean {
  try {
    kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** Stands for the space in which process ids mean something: a machine, or a container on it that shares the home. */
async function placeId(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 12);
}

function noneYet(error: unknown): string[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}

async function remove(file: string): Promise<void> {
  try {
    await removeFile(file, ownChoice);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
