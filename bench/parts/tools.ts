import type { Part } from '../support/bench.ts';
import { startMcp } from '../support/mcp-process.ts';
import { startupPair } from './startup.ts';

const limit = 6500;

/** Bytes of the tools that `tools/list` names: what every conversation pays for. */
export const tools: Part = async (bench) => {
  const server = startMcp((await startupPair(bench)).product);
  await server.handshake();
  const { result } = JSON.parse(await server.request('tools/list', {}));
  await server.stop();
  const bytes = Buffer.byteLength(JSON.stringify({ tools: result.tools }));
  return [
    {
      part: 'tools',
      what: `tools/list, ${result.tools.length} tools`,
      product: `${bytes.toLocaleString('en-GB')} B`,
      floor: '-',
      ratio: null,
      goal: `<= ${limit.toLocaleString('en-GB')} B`,
      met: bytes <= limit,
      runs: 1,
    },
  ];
};
