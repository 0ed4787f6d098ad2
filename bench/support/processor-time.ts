import { readdir, readFile } from 'node:fs/promises';

/**
 * Milliseconds of processor time, of all threads, that a running process has taken so far; null where the machine does not tell (it does on
 * Linux). What else the machine does counts far less in it than in the time that passes.
 */
export async function processorTime(pid: number | undefined): Promise<number | null> {
  try {
    const tasks = await readdir(`/proc/${pid}/task`);
    const taken = await Promise.all(
      // A thread may have ended since.
      tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0')),
    );
    return taken.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0) / 1e6;
  } catch {
    return null;
  }
}
