import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compareStarts } from '../support/figure.ts';
import { startsInTurn } from '../support/first-answer.ts';

/** Spawn until the first `get_rules` of a large scope, against spawn until the same YAML is parsed. */
export const cold: Part = async (bench) => {
  const folder = await bench.folder('cold');
  await writeScope(folder, 'bench', { rules: 10_000, categories: 400, templateEvery: 10 });
  const floorPath = await bench.floor(new URL('../floor/cold-server.ts', import.meta.url));
  const given = { scope_name: 'bench' };
  const costs = await startsInTurn(
    { runs: bench.runs, warmup: 1 },
    {
      product: { args: [bench.program, '--rules-path', folder] },
      floor: { args: [floorPath], env: { BENCH_FOLDER: path.join(folder, 'bench') } },
    },
    (server) => server.callTool('get_rules', given),
  );
  return compareStarts({ part: 'cold', what: 'first get_rules, 10,000 rules' }, costs, { atMost: 1.2 });
};
