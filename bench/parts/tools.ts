import type { Part } from '../support/bench.ts';
import { startMcp } from '../support/mcp-process.ts';
import { startupPair } from './startup.ts';

const limit = 7000;

/** Bytes of the result of `tools/list`: what every conversation pays for. */
export const tools: Part = async (bench) => {
  const server = startMcp((await startupPair(bench)).product);
  await server.handshake();
  const { result } = JSON.parse(await server.request('tools/list', {}));
  await server.stop();
  const bytes = Buffer.byteLength(JSON.stringify(result));
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
