import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { marker } from './surroundings.ts';

/** Names one run of an experiment in the environment of its processes. */
export function tokenOf(experiment: string, run: number): string {
  return `${experiment}/${run}`;
}

/**
 * Ends the processes whose environment says that they belong to a run, or without one to any run of an experiment: those that an agent has
 * started apart from itself. Only Linux says what the environment of a process is; elsewhere they are not found.
 */
export async function endStragglers(experiment: string, run?: number): Promise<void> {
  const wanted = run === undefined ? `${marker}=${experiment}/` : `${marker}=${tokenOf(experiment, run)}\0`;
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
