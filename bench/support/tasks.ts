import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A task of bench/recall/tasks.yml. */
export interface Task {
  readonly tree: string;
  readonly scope: string;
  readonly task: string;
  readonly keywords: string;
  readonly essential: readonly string[];
}

export const examples: URL = new URL('../../examples/', import.meta.url);

export async function readTasks(): Promise<readonly Task[]> {
  const text = await readFile(new URL('../recall/tasks.yml', import.meta.url), 'utf8');
  return (parse(text) as { readonly tasks: readonly Task[] }).tasks;
}
