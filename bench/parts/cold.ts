import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compare } from '../support/figure.ts';
import { firstAnswer } from '../support/first-answer.ts';
import { interleave } from '../support/stats.ts';

/** Spawn until the first `get_rules` of a large scope, against spawn until the same YAML is parsed. */
export const cold: Part = async (bench) => {
  const folder = await bench.folder('cold');
  await writeScope(folder, 'bench', { rules: 10_000, categories: 400, templateEvery: 10 });
  const floorPath = await bench.floor(new URL('../floor/cold-server.ts', import.meta.url));
  const given = { scope_name: 'bench' };
  const samples = await interleave(
    { runs: bench.runs, warmup: 1 },
    {
      product: firstAnswer({ args: [bench.program, '--rules-path', folder] }, 'get_rules', given),
      floor: firstAnswer(
        { args: [floorPath], env: { BENCH_FOLDER: path.join(folder, 'bench') } },
        'get_rules',
        given,
      ),
    },
  );
  return [
    compare({ part: 'cold', what: 'first get_rules, 10,000 rules', unit: 'ms' }, samples, { atMost: 1.5 }),
  ];
};
