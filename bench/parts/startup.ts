import { fileURLToPath } from 'node:url';
import type { Bench, Part } from '../support/bench.ts';
import { compare } from '../support/figure.ts';
import { type Launch, startMcp } from '../support/mcp-process.ts';
import { interleave } from '../support/stats.ts';

const settings = fileURLToPath(new URL('../../examples/acme/settings.yml', import.meta.url));

/** The program with the example content, and the least server on the same SDK. */
export async function startupPair(bench: Bench): Promise<{ product: Launch; floor: Launch }> {
  return {
    product: { args: [bench.program, '--config', settings] },
    floor: { args: [await bench.floor(new URL('../floor/mcp-server.ts', import.meta.url))] },
  };
}

/** Spawn until `tools/list` is answered. */
export const startup: Part = async (bench) => {
  const pair = await startupPair(bench);
  const once = (launch: Launch) => async () => {
    const start = performance.now();
    const server = startMcp(launch);
    await server.handshake();
    await server.request('tools/list', {});
    const elapsed = performance.now() - start;
    await server.stop();
    return elapsed;
  };
  const samples = await interleave(
    { runs: bench.runs * 2, warmup: 3 },
    { product: once(pair.product), floor: once(pair.floor) },
  );
  return [compare({ part: 'startup', what: 'spawn to tools/list', unit: 'ms' }, samples, { atMost: 1.15 })];
};
