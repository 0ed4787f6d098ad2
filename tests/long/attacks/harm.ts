import { readFileSync, writeFileSync } from 'node:fs';
import { memoryOf } from '../../soak/process-memory.ts';
import type { RunningProgram } from '../../support/program.ts';

/** What an attack on a server does to others. */
export interface Harm {
  /** Milliseconds of the processor that the server used at most while another request waited. */
  readonly delay: number;
  /** MiB above those at rest. */
  readonly memory: number;
}

export const none: Harm = { delay: 0, memory: 0 };

/** Milliseconds that the first thread of a process has run (proc(5), schedstat). */
function processorOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Asks a server for something small again and again while `attack` goes on, and gives what that costs it. Linux only. */
export async function harmOf(
  { pid }: Pick<RunningProgram, 'pid'>,
  small: string,
  attack: () => Promise<void>,
): Promise<Harm> {
  const ask = async () => {
    const start = processorOf(pid);
    const response = await fetch(small);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${small} answered ${response.status}`);
    return processorOf(pid) - start;
  };
  for (let count = 0; count < 20; count++) await ask();
  // The peak counts from here (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const rest = memoryOf(pid).now;
  let delay = 0;
  let isOver = false;
  const attacking = attack().finally(() => {
    isOver = true;
  });
  attacking.catch(() => {});
  while (!isOver) delay = Math.max(delay, await ask());
  await attacking;
  return { delay, memory: memoryOf(pid).peak - rest };
}
