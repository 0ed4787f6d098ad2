import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Bench, Part } from '../support/bench.ts';
import type { Figure } from '../support/figure.ts';
import { examples, readTasks, type Task } from '../support/tasks.ts';

type Search = typeof import('../floor/search.ts');
type Finders = Awaited<ReturnType<Search['finders']>>;

const places = [5, 8, 20] as const;
const leastRecall = 0.95;
const mostTokens = 450;

/** How many of the categories that tasks need are among the first that are found, against plain minisearch. */
export const recall: Part = async (bench) => {
  const tasks = await readTasks();
  const finders = await openFinders(bench, tasks);
  const figures: Figure[] = [];
  for (const [name, queryOf] of Object.entries(queries)) {
    const [product, floor] = [await measure('product'), await measure('floor')];
    for (const [index, place] of places.entries()) {
      const [ours, theirs] = [product.recalls[index] ?? 0, floor.recalls[index] ?? 0];
      const counts = name === 'keywords' && place === 20;
      figures.push({
        part: 'recall',
        what: `${name}, recall@${place}, ${tasks.length} tasks`,
        product: ours.toFixed(3),
        floor: theirs.toFixed(3),
        ratio: ours / theirs,
        goal: counts ? `>= ${leastRecall}, > floor` : '-',
        met: counts ? ours >= leastRecall && ours > theirs : null,
        runs: tasks.length,
      });
    }
    figures.push({
      part: 'recall',
      what: `${name}, tokens and lines of an answer`,
      product: `${Math.round(product.tokens)}, ${product.lines.toFixed(1)}`,
      floor: '-',
      ratio: null,
      goal: name === 'keywords' ? `<= ${mostTokens}` : '-',
      met: name === 'keywords' ? product.tokens <= mostTokens : null,
      runs: tasks.length,
    });

    async function measure(side: 'product' | 'floor') {
      const recalls = places.map(() => 0);
      let needed = 0;
      let tokens = 0;
      let lines = 0;
      for (const task of tasks) {
        const { categories, bytes } = await (finders.get(task.tree) as Finders)[side](
          task.scope,
          queryOf(task),
        );
        needed += task.essential.length;
        tokens += Math.ceil(bytes / 4);
        lines += categories.length;
        for (const [index, place] of places.entries()) {
          const first = categories.slice(0, place);
          recalls[index] =
            (recalls[index] ?? 0) + task.essential.filter((one) => isCovered(one, first)).length;
        }
      }
      return {
        recalls: recalls.map((count) => count / needed),
        tokens: tokens / tasks.length,
        lines: lines / tasks.length,
      };
    }
  }
  for (const { close } of finders.values()) await close();
  return figures;
};

const queries = {
  'the prompt alone': ({ task }: Task) => task,
  keywords: ({ task, keywords }: Task) => `${task} ${keywords}`,
};

/** A category that has sub-categories stands for them as well. */
function isCovered(category: string, found: readonly string[]): boolean {
  return found.some((one) => one === category || one.startsWith(`${category}.`));
}

async function openFinders(bench: Bench, tasks: readonly Task[]): Promise<ReadonlyMap<string, Finders>> {
  const file = await bench.floor(new URL('../floor/search.ts', import.meta.url));
  const { finders } = (await import(pathToFileURL(file).href)) as Search;
  const opened = new Map<string, Finders>();
  for (const tree of new Set(tasks.map((task) => task.tree)))
    opened.set(tree, await finders(fileURLToPath(new URL(`${tree}/rules`, examples))));
  return opened;
}
