import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compare } from '../support/figure.ts';
import { type Launch, startMcp } from '../support/mcp-process.ts';
import { interleave } from '../support/stats.ts';

/** Spawn until the first `get_rules` of a large scope, against spawn until the same YAML is parsed. */
export const cold: Part = async (bench) => {
  const folder = await bench.folder('cold');
  await writeScope(folder, 'bench', { rules: 10_000, categories: 400, templateEvery: 10 });
  const floorPath = await bench.floor(new URL('../floor/cold-server.ts', import.meta.url));
  const once = (launch: Launch) => async () => {
    const start = performance.now();
    const server = startMcp(launch);
    await server.handshake();
    await server.callTool('get_rules', { scope_name: 'bench' });
    const elapsed = performance.now() - start;
    await server.stop();
    return elapsed;
  };
  const samples = await interleave(
    { runs: bench.runs, warmup: 1 },
    {
      product: once({ args: [bench.program, '--rules-path', folder] }),
      floor: once({ args: [floorPath], env: { BENCH_FOLDER: path.join(folder, 'bench') } }),
    },
  );
  return [
    compare({ part: 'cold', what: 'first get_rules, 10,000 rules', unit: 'ms' }, samples, { atMost: 1.5 }),
  ];
};
