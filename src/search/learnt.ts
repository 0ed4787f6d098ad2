import type { Query } from './matches.ts';
import type { SearchIndex } from './search-index.ts';

/** A task for which categories were missed, as somebody reported it. */
export interface MissedFor {
  readonly task: string;
  readonly categories: readonly string[];
}

/** How much a query is like the tasks that a category was missed for: from 0 to 1, by category. */
export type Likeness = (query: Query) => ReadonlyMap<string, number>;

/**
 * What reports of missed categories teach: the likeness (cosine of the words, weighted by their rarity) of a query to the
 * most similar task that each category was missed for. The same task and category count once. `pause` is awaited between tasks.
 */
export async function learnFrom(
  index: SearchIndex,
  reports: readonly MissedFor[],
  pause: () => Promise<void> | undefined,
): Promise<Likeness> {
  const tasks = new Map<string, Set<string>>();
  for (const { task, categories } of reports) {
    const known = tasks.get(task);
    if (known === undefined) tasks.set(task, new Set(categories));
    else for (const category of categories) known.add(category);
  }
  const learnt: { words: Query; length: number; categories: ReadonlySet<string> }[] = [];
  for (const [task, categories] of tasks) {
    const words = index.query([{ text: task, weight: 1 }]);
    learnt.push({ words, length: lengthOf(words, index), categories });
    await pause();
  }

  return (query) => {
    const likeness = new Map<string, number>();
    const length = lengthOf(query, index);
    for (const { words, length: other, categories } of learnt) {
      let common = 0;
      for (const [word, weight] of query) if (words.has(word)) common += weight * index.rarity(word) ** 2;
      if (common === 0) continue;
      const like = Math.min(1, common / (length * other));
      for (const category of categories) likeness.set(category, Math.max(likeness.get(category) ?? 0, like));
    }
    return likeness;
  };
}

function lengthOf(words: Query, index: SearchIndex): number {
  let sum = 0;
  for (const [word, weight] of words) sum += (weight * index.rarity(word)) ** 2;
  return Math.sqrt(sum);
}
