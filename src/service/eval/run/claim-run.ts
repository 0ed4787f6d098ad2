import { join } from 'node:path';
import process from 'node:process';
import { Fault } from '../../../model/fault.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import type { Area } from '../../../runtime/files/own-place.ts';
import { isWorkFolder, removeTree } from '../../../runtime/files/work-folder.ts';
import { createFile, removeFile } from '../../../runtime/files/write-file.ts';
import { listRuns } from '../records/run-store.ts';
import { endStragglers } from './stragglers.ts';

/** The beginning of the names of temporary folders. */
export const workPrefix = 'precept-eval-';

/**
 * Says that this program runs an experiment, with its temporary folder, and clears up behind those that were killed. Gives what takes that
 * back. Fault `invalid-parameter` where another program runs it.
 */
export async function claimRun(
  evals: string,
  run: string,
  work: string,
  area: Area,
): Promise<() => Promise<void>> {
  for (const name of await listRuns(evals)) await clearKilled(claimOf(evals, name), area);
  const path = claimOf(evals, run);
  if (!(await createFile(path, JSON.stringify({ pid: process.pid, work }), area, { mode: 0o600 }))) {
    const { pid } = readClaim(await readOptionalFile(path));
    throw new Fault(
      'invalid-parameter',
      `${run} is running already, by the process ${pid}. Wait for it; where that is another program, delete ${path}.`,
    );
  }
  return () => removeFile(path, area);
}

function claimOf(evals: string, run: string): string {
  return join(evals, run, 'running.json');
}

/** Ends what a program that was killed left running, and removes its temporary folder and its claim. */
async function clearKilled(path: string, area: Area): Promise<void> {
  const bytes = await readOptionalFile(path);
  if (bytes === null) return;
  const { pid, work } = readClaim(bytes);
  if (isRunning(pid)) return;
  if (await isWorkFolder(work, workPrefix)) {
    await endStragglers(work);
    await removeTree(work);
  }
  await removeFile(path, area);
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
