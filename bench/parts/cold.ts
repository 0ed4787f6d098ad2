import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compareStarts } from '../support/figure.ts';
import { startsInTurn } from '../support/first-answer.ts';

/**
 * Spawn until the first `get_rules` of a large scope, against spawn until the same YAML is parsed: with nothing kept of the scope, and with the
 * form that an earlier start has kept.
 */
export const cold: Part = async (bench) => {
  const folder = await bench.folder('cold');
  await writeScope(folder, 'bench', { rules: 10_000, categories: 400, templateEvery: 10 });
  const floorPath = await bench.floor(new URL('../floor/cold-server.ts', import.meta.url));
  const given = { scope_name: 'bench' };
  const floor = { args: [floorPath], env: { BENCH_FOLDER: path.join(folder, 'bench') } };
  const args = [bench.program, '--rules-path', folder];
  const costsWith = (cache: string) =>
    startsInTurn(
      { runs: bench.runs, warmup: 1 },
      { product: { args, env: { PRECEPT_CACHE_DIR: cache } }, floor },
      (server) => server.callTool('get_rules', given),
    );
  // Below the rules nothing is kept.
  const anew = await costsWith(path.join(folder, 'none'));
  const cache = await bench.folder('cold-forms');
  const show = [bench.program, 'rules', 'bench', '--rules-path', folder];
  const env = { ...process.env, PRECEPT_CACHE_DIR: cache };
  await promisify(execFile)(process.execPath, show, { env, maxBuffer: 64 * 1024 * 1024 });
  const kept = await costsWith(cache);
  return [
    ...compareStarts({ part: 'cold', what: 'first get_rules, 10,000 rules' }, anew, { atMost: 1.2 }),
    ...compareStarts({ part: 'cold', what: 'the same from a kept form' }, kept, { atMost: 0.5 }),
  ];
};
