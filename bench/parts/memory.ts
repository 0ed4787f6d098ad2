import { readFile } from 'node:fs/promises';
import { platform } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Part } from '../support/bench.ts';
import { compare, unmeasured } from '../support/figure.ts';
import { type Launch, startMcp } from '../support/mcp-process.ts';
import { interleave } from '../support/stats.ts';
import { startupPair } from './startup.ts';

/** Milliseconds after the answer in which what still loads beside it may add to the peak. */
const settle = 150;

/** Peak memory of a server that has answered `tools/list`. */
export const memory: Part = async (bench) => {
  const samples = await peaksInTurn({ runs: bench.runs, warmup: 1 }, await startupPair(bench));
  if (samples === null)
    return [unmeasured('memory', 'peak RSS', 'only Linux tells the peak of another process')];
  return [
    compare({ part: 'memory', what: 'peak RSS after tools/list', unit: 'MiB' }, samples, { atMost: 1 }),
  ];
};

/** The peaks, in MiB, of two servers that are started in turn; null where the machine does not tell. */
export async function peaksInTurn(
  rounds: { readonly runs: number; readonly warmup: number },
  pair: { readonly product: Launch; readonly floor: Launch },
): Promise<{ product: number[]; floor: number[] } | null> {
  if (platform !== 'linux') return null;
  const once = (launch: Launch) => async () => {
    const server = startMcp(launch);
    await server.handshake();
    await server.request('tools/list', {});
    await setTimeout(settle);
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
    await server.stop();
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  };
  return interleave(rounds, { product: once(pair.product), floor: once(pair.floor) });
}
