import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compare } from '../support/figure.ts';
import { firstAnswer } from '../support/first-answer.ts';
import { interleave } from '../support/stats.ts';
import { examples, readTasks } from '../support/tasks.ts';

type Search = typeof import('../floor/search.ts');

const size = { rules: 10_000, categories: 400, templateEvery: 10 };
const mostBytes = 5_000_000;

/** The index of 10,000 rules, a query of it, and the first answer of a server, against minisearch and get_rules. */
export const find: Part = async (bench) => {
  const file = await bench.floor(new URL('../floor/search.ts', import.meta.url));
  const { rulesOf, generated, sides } = (await import(pathToFileURL(file).href)) as Search;
  const rules = await rulesOf(fileURLToPath(new URL('meridian/rules', examples)));
  const categories = generated(rules, size.rules, size.categories);
  const tasks = await readTasks();
  const timed = async (work: () => unknown) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const rounds = { runs: bench.runs, warmup: 5 };
  const builds = await interleave(rounds, {
    product: () => timed(() => sides.product(categories)),
    floor: () => timed(() => sides.floor(categories)),
  });
  const asked = { product: await sides.product(categories), floor: await sides.floor(categories) };
  const all = (ask: (query: string) => unknown) => () =>
    timed(() => tasks.map(({ task, keywords }) => ask(`${task} ${keywords}`)));
  const queries = await interleave(rounds, { product: all(asked.product), floor: all(asked.floor) });

  const folder = await bench.folder('find');
  await writeScope(folder, 'bench', size);
  const args = [bench.program, '--rules-path', folder];
  const first = await interleave(
    { runs: bench.runs, warmup: 1 },
    {
      product: firstAnswer({ args }, 'find_guidance', {
        scope_name: 'bench',
        task: 'Log migrations of the schema',
      }),
      floor: firstAnswer({ args }, 'get_rules', { scope_name: 'bench' }),
    },
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file, 'memory', ...rules]);
  const bytes = Number(stdout);
  return [
    compare({ part: 'find', what: 'index of 10,000 rules, against minisearch', unit: 'ms' }, builds, {
      atMost: 1,
    }),
    compare(
      { part: 'find', what: `${tasks.length} queries, warm, against minisearch`, unit: 'ms' },
      queries,
      {
        atMost: 1,
      },
    ),
    compare({ part: 'find', what: 'first find_guidance, against first get_rules', unit: 'ms' }, first, {
      atMost: 1.3,
    }),
    {
      part: 'find',
      what: 'memory of the index of 10,000 rules',
      product: `${(bytes / 1e6).toFixed(2)} MB`,
      floor: '-',
      ratio: null,
      goal: `< ${mostBytes / 1e6} MB`,
      met: bytes < mostBytes,
      runs: 1,
    },
  ];
};
