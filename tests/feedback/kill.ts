import { readFile } from 'node:fs/promises';
import type { RunningProgram } from '../support/program.ts';
import { disputed, missed, startAgentServer, submit } from './support.ts';

export interface KillRun {
  readonly acknowledged: readonly string[];
  readonly sent: number;
  readonly kills: number;
  /** Entries in the log by task. */
  readonly found: ReadonlyMap<string, number>;
  /** Lines that are no entries: what the killed left half-written. */
  readonly torn: readonly string[];
}

/**
 * Lets `writers` programs append to one log without a pause while one after another is killed with SIGKILL and started
 * anew, and then compares what was acknowledged with what is there.
 */
export async function killWriters(
  file: string,
  options: { writers: number; kills: number },
): Promise<KillRun> {
  const env = { PRECEPT_FEEDBACK_FILE: file };
  const acknowledged: string[] = [];
  const alive = new Map<number, RunningProgram>();
  let sent = 0;
  let over = false;

  async function write(writer: number): Promise<void> {
    for (let life = 0; !over; life++) {
      const program = await startAgentServer({ env }).catch(() => null);
      if (program === null) continue;
      alive.set(writer, program);
      // Some entries straddle the pages of the file, some are longer than a page.
      for (let index = 0; !over; index++) {
        sent += 1;
        const task = `${writer}/${life}/${index} ${'.'.repeat((index * 397) % 9000)}`;
        const args =
          index % 2 === 0
            ? { ...missed, categories: 'a', task }
            : { ...disputed, rules: undefined, rules_json: JSON.stringify(disputed.rules), task };
        const answer = await submit(program, `${writer} ${life} ${index}`, args).catch(() => null);
        if (answer === null) break;
        if (answer.isError) throw new Error(answer.text);
        acknowledged.push(task);
      }
      program.stdin.end();
      await program.ended;
    }
  }

  async function kill(): Promise<void> {
    let count = 0;
    while (count < options.kills) {
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 120));
      const writers = [...alive.keys()];
      const writer = writers[Math.floor(Math.random() * writers.length)] ?? -1;
      const victim = alive.get(writer);
      // However slow the machine is, there is something to lose.
      if (victim === undefined || acknowledged.length < count * 4) continue;
      alive.delete(writer);
      victim.signal('SIGKILL');
      count += 1;
    }
    over = true;
  }

  const writing = Array.from({ length: options.writers }, (_, index) => write(index));
  await Promise.all([...writing, kill()]);

  const found = new Map<string, number>();
  const torn: string[] = [];
  for (const line of (await readFile(file, 'utf8')).split('\n').slice(0, -1)) {
    try {
      const { task } = JSON.parse(line) as { task: string };
      found.set(task, (found.get(task) ?? 0) + 1);
    } catch {
      torn.push(line);
    }
  }
  return { acknowledged, sent, kills: options.kills, found, torn };
}

/** What a run must show: every acknowledged entry once, nothing twice, and nothing unreadable but torn lines. */
export function judge({ acknowledged, found, torn, kills }: KillRun) {
  return {
    missing: acknowledged.filter((task) => !found.has(task)),
    twice: [...found].filter(([, count]) => count !== 1),
    // A kill can tear at most the one line that is being written.
    tornTooMany: torn.length > kills,
    tornWithEntries: torn.filter((line) => line.split('{"timestamp"').length > 2),
  };
}
