import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A task of bench/recall/tasks.yml. */
export interface Task {
  readonly tree: string;
  readonly scope: string;
  readonly task: string;
  readonly keywords: string;
  readonly essential: readonly string[];
  /** What helps. */
  readonly nice: readonly string[];
  /** What belongs to every change of the tree. */
  readonly ambient: readonly string[];
}

interface Labels {
  readonly tasks: readonly Omit<Task, 'ambient'>[];
  readonly ambient: Readonly<Record<string, readonly string[]>>;
}

export const examples: URL = new URL('../../examples/', import.meta.url);

export async function readTasks(): Promise<readonly Task[]> {
  const text = await readFile(new URL('../recall/tasks.yml', import.meta.url), 'utf8');
  const { tasks, ambient } = parse(text) as Labels;
  return tasks.map((task) => ({ ...task, ambient: ambient[task.tree] ?? [] }));
}
