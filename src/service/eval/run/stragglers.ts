import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { marker } from './surroundings.ts';

/** Names a run in the environment of its processes, by the work folder of the program that runs it: no other program has that. */
export function tokenOf(work: string, run: number): string {
  return `${work}/${run}`;
}

/**
 * Ends the processes whose environment says that they belong to a run, or without one to any run with a work folder: those that an agent has
 * started apart from itself. Only Linux says what the environment of a process is; elsewhere they are not found.
 */
export async function endStragglers(work: string, run?: number): Promise<void> {
  const wanted = run === undefined ? `${marker}=${work}/` : `${marker}=${tokenOf(work, run)}\0`;
  for (let round = 0; round < 3; round++) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      pids.map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`).catch(() => null);
        return Number(pid) !== process.pid && environment?.includes(wanted) === true ? [Number(pid)] : [];
      }),
    );
    const all = found.flat();
    if (all.length === 0) break;
    for (const pid of all)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
  }
}
