import { join } from 'node:path';
import process from 'node:process';
import { Fault } from '../../../model/fault.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import type { Area } from '../../../runtime/files/own-place.ts';
import { isWorkFolder, removeTree } from '../../../runtime/files/work-folder.ts';
import { createFile, putFile, removeFile } from '../../../runtime/files/write-file.ts';
import { endStragglers } from './stragglers.ts';

/** The beginning of the names of temporary folders. */
export const workPrefix = 'precept-eval-';

/**
 * Says that this program runs an experiment, with its temporary folder, and clears up behind one that was killed: what it left running, and
 * its folder. Gives what takes that back. Fault `invalid-parameter` where another program runs it.
 */
export async function claimRun(
  folder: string,
  run: string,
  work: string,
  area: Area,
): Promise<() => Promise<void>> {
  const path = join(folder, 'running.json');
  const text = JSON.stringify({ pid: process.pid, work });
  if (!(await createFile(path, text, area, { mode: 0o600 }))) {
    const { pid, work: old } = readClaim(await readOptionalFile(path));
    if (isRunning(pid))
      throw new Fault(
        'invalid-parameter',
        `${run} is running already, by the process ${pid}. Wait for it; where that is another program, delete ${path}.`,
      );
    if (await isWorkFolder(old, workPrefix)) {
      await endStragglers(old);
      await removeTree(old);
    }
    await putFile(path, text, area, { mode: 0o600 });
  }
  return () => removeFile(path, area);
}

function readClaim(bytes: Buffer | null): { pid: number; work: string } {
  try {
    const { pid, work } = Object(JSON.parse(bytes?.toString('utf8') ?? '')) as Record<string, unknown>;
    return { pid: Number(pid), work: String(work) };
  } catch {
    return { pid: 0, work: '' };
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
