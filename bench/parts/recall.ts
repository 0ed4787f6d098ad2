import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Bench, Part } from '../support/bench.ts';
import type { Figure } from '../support/figure.ts';
import { examples, readTasks, type Task } from '../support/tasks.ts';

type Search = typeof import('../floor/search.ts');
type Finders = Awaited<ReturnType<Search['finders']>>;
type Found = Awaited<ReturnType<Finders['product']>>;

const mostTokens = 420;
const leastFitting = 0.8;

/** What agents ask with, and the least share of what a task needs that has to be shown. */
const forms = [
  { name: 'prompt', least: 0.8, queryOf: ({ task }: Task) => task },
  {
    name: 'prompt and keywords',
    least: 0.97,
    queryOf: ({ task, keywords }: Task) => `${task} ${keywords}`,
  },
  { name: 'keywords', least: 0.97, queryOf: ({ keywords }: Task) => keywords },
] as const;

/** The tasks at even places are those that ranking is worked on with; it has never seen the others. */
const halves = [
  { name: 'all', has: () => true },
  { name: 'seen half', has: (place: number) => place % 2 === 0 },
  { name: 'held-out half', has: (place: number) => place % 2 === 1 },
] as const;

/** How much of what tasks need find_guidance shows, what it costs, and how good what it calls fitting is; against plain minisearch. */
export const recall: Part = async (bench) => {
  const tasks = await readTasks();
  const finders = await openFinders(bench, tasks);
  const figures: Figure[] = [];
  for (const { name, least, queryOf } of forms) {
    const answers: Answered[] = [];
    for (const task of tasks) {
      const finder = finders.get(task.tree) as Finders;
      const [product, floor] = [
        await finder.product(task.scope, queryOf(task)),
        await finder.floor(task.scope, queryOf(task)),
      ];
      // The same number of categories, so that neither shows more.
      answers.push({ task, product, floor: floor.shown.slice(0, product.shown.length) });
    }
    for (const half of halves) {
      const some = answers.filter((_, place) => half.has(place));
      figures.push(...figuresOf(`${name}, ${half.name}`, least, some, half.name === 'all'));
    }
  }
  for (const { close } of finders.values()) await close();
  return figures;
};

interface Answered {
  readonly task: Task;
  readonly product: Found;
  /** What minisearch gives, as many as the product shows. */
  readonly floor: readonly string[];
}

function figuresOf(name: string, least: number, answers: readonly Answered[], counts: boolean): Figure[] {
  const runs = answers.length;
  const [ours, theirs, without] = [
    recallOf(answers, ({ product }) => product.shown),
    recallOf(answers, ({ floor }) => floor),
    recallOf(answers, ({ product }) => product.ranked),
  ];
  const fits = answers.flatMap(({ task, product }) => product.fits.map((one) => isGood(task, one)));
  const fitting = fits.filter(Boolean).length / Math.max(1, fits.length);
  const tokens = answers.reduce((sum, { product }) => sum + Math.ceil(product.bytes / 4), 0) / runs;
  const row = (what: string, product: string, goal: string, met: boolean, more: Partial<Figure> = {}) => ({
    ...{ part: 'recall', what: `${name}: ${what}`, product, floor: '-', ratio: null, runs },
    ...{ goal: counts ? goal : '-', met: counts ? met : null },
    ...more,
  });
  return [
    row('recall of what is shown', ours.toFixed(3), `>= ${least}`, ours >= least, {
      floor: theirs.toFixed(3),
      ratio: ours / theirs,
    }),
    row('the same without own categories', without.toFixed(3), '-', true, { met: null }),
    row(
      `good of ${(fits.length / runs).toFixed(1)} that fit`,
      fitting.toFixed(3),
      `>= ${leastFitting}`,
      fitting >= leastFitting,
    ),
    row('tokens of an answer', `${Math.round(tokens)}`, `<= ${mostTokens}`, tokens <= mostTokens),
  ];
}

function recallOf(answers: readonly Answered[], shownOf: (answer: Answered) => readonly string[]): number {
  let needed = 0;
  let shown = 0;
  for (const answer of answers) {
    const { essential } = answer.task;
    needed += essential.length;
    shown += essential.filter((one) => shownOf(answer).some((category) => covers(one, category))).length;
  }
  return shown / needed;
}

/** Whether a category is one that the task needs, that helps, or that belongs to every change. */
function isGood({ essential, nice, ambient }: Task, category: string): boolean {
  return [...essential, ...nice, ...ambient].some((one) => covers(one, category));
}

/** A category that has sub-categories stands for them as well. */
function covers(label: string, category: string): boolean {
  return category === label || category.startsWith(`${label}.`);
}

async function openFinders(bench: Bench, tasks: readonly Task[]): Promise<ReadonlyMap<string, Finders>> {
  const file = await bench.floor(new URL('../floor/search.ts', import.meta.url));
  const { finders } = (await import(pathToFileURL(file).href)) as Search;
  const opened = new Map<string, Finders>();
  for (const tree of new Set(tasks.map((task) => task.tree)))
    opened.set(tree, await finders(fileURLToPath(new URL(`${tree}/rules`, examples))));
  await Promise.all(
    tasks.map((task) => (opened.get(task.tree) as Finders).check(task.scope, labelsOf(task))),
  );
  return opened;
}

function labelsOf({ essential, nice }: Task): readonly string[] {
  return [...essential, ...nice];
}
