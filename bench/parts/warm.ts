import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Part } from '../support/bench.ts';
import { writeScope } from '../support/content.ts';
import { compare } from '../support/figure.ts';
import { callLatencies } from '../support/latency.ts';
import { startMcp, textOf } from '../support/mcp-process.ts';
import { quantile } from '../support/stats.ts';

const given = { scope_name: 'bench' };

/** Round trips of a cached `get_rules` of 100 rules, against a tool that gives the same bytes from memory. */
export const warm: Part = async (bench) => {
  const folder = await bench.folder('warm');
  await writeScope(folder, 'bench', { rules: 100, categories: 10, templateEvery: 10 });
  const product = startMcp({ args: [bench.program, '--rules-path', folder] });
  await product.handshake();
  const file = path.join(await bench.folder('texts'), 'warm.md');
  await writeFile(file, textOf(await product.callTool('get_rules', given)));
  const floorPath = await bench.floor(new URL('../floor/mcp-server.ts', import.meta.url));
  const floor = startMcp({ args: [floorPath], env: { BENCH_TEXT: file } });
  await floor.handshake();

  const call = { tool: 'get_rules', given, runs: bench.runs };
  const samples = await callLatencies({ product, floor }, call);
  await Promise.all([product.stop(), floor.stop()]);

  const at = (share: number) => ({
    product: samples.product.map((run) => quantile(run, share)),
    floor: samples.floor.map((run) => quantile(run, share)),
  });
  return [
    compare({ part: 'warm', what: 'get_rules, 100 rules, p50', unit: 'us' }, at(0.5), { atMost: 1.1 }),
    compare({ part: 'warm', what: 'get_rules, 100 rules, p99', unit: 'us' }, at(0.99), { atMost: 1.3 }),
  ];
};
