import { fileURLToPath } from 'node:url';
import type { Bench, Part } from '../support/bench.ts';
import { compareStarts } from '../support/figure.ts';
import { startsInTurn } from '../support/first-answer.ts';
import type { Launch } from '../support/mcp-process.ts';

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
  const costs = await startsInTurn({ runs: bench.runs * 2, warmup: 3 }, pair, (server) =>
    server.request('tools/list', {}),
  );
  return compareStarts({ part: 'startup', what: 'spawn to tools/list' }, costs, { atMost: 1 });
};
