import type { McpProcess } from './mcp-process.ts';
import { onOneProcessor } from './one-processor.ts';
import { interleave } from './stats.ts';

const callsPerSlice = 100;
const slicesPerRun = 10;
const warmupRuns = 4;

/**
 * Latencies of one tool call, in microseconds: per server, for each run the samples of 1,000 calls. The servers
 * take turns every 100 calls, some milliseconds, so that bursts of other work hit all of them. They share one processor with the client:
 * see `onOneProcessor`.
 */
export async function callLatencies<Name extends string>(
  servers: Readonly<Record<Name, McpProcess>>,
  call: { readonly tool: string; readonly given: object; readonly runs: number },
): Promise<Record<Name, number[][]>> {
  const names = Object.keys(servers) as Name[];
  const subjects = Object.fromEntries(names.map((name) => [name, () => slice(servers[name], call)]));
  const rounds = { runs: call.runs * slicesPerRun, warmup: warmupRuns * slicesPerRun };
  const slices = await onOneProcessor(
    names.map((name) => servers[name].child.pid),
    () => interleave(rounds, subjects as Record<Name, () => Promise<number[]>>),
  );
  return Object.fromEntries(names.map((name) => [name, joined(slices[name])])) as Record<Name, number[][]>;
}

async function slice(
  server: McpProcess,
  call: { readonly tool: string; readonly given: object },
): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < callsPerSlice; count += 1) {
    const start = performance.now();
    await server.callTool(call.tool, call.given);
    samples.push((performance.now() - start) * 1000);
  }
  return samples;
}

function joined(slices: readonly number[][]): number[][] {
  const runs: number[][] = [];
  for (let from = 0; from < slices.length; from += slicesPerRun) {
    runs.push(slices.slice(from, from + slicesPerRun).flat());
  }
  return runs;
}
