import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Does `work` while this process and the `others`, by their ids, share one processor: the last one this process may use. A client and a
 * server that wait for each other lose nothing by it, and no call pays for waking another processor: whether a call does is up to the
 * system's scheduler and differs from one start to the next, on a virtual machine by more than the call itself. Where there is no
 * `taskset` (it comes with Linux), the work is done as it is.
 */
export async function onOneProcessor<Result>(
  others: readonly (number | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  const allowed = await processorsOf(process.pid);
  const last = /\d+$/.exec(allowed ?? '')?.[0];
  if (allowed === null || last === undefined) return work();
  const all = [process.pid, ...others.filter((pid) => pid !== undefined)];
  try {
    await Promise.all(all.map((pid) => bind(pid, last)));
    return await work();
  } finally {
    await bind(process.pid, allowed);
  }
}

/** The processors a process may use, as `taskset` lists them: `0-3,6`. Null where it cannot be asked. */
async function processorsOf(pid: number): Promise<string | null> {
  try {
    const { stdout } = await run('taskset', ['-cp', String(pid)]);
    return stdout.trim().split(' ').at(-1) ?? null;
  } catch {
    return null;
  }
}

/** Binds all threads of a process. */
async function bind(pid: number, processors: string): Promise<void> {
  await run('taskset', ['-acp', processors, String(pid)]);
}
