import { type Launch, type McpProcess, startMcp } from './mcp-process.ts';
import { processorTime } from './processor-time.ts';
import { interleave } from './stats.ts';

/** What a start took, in milliseconds: the time that passed, and the processor time, null where the machine does not tell. */
interface Cost {
  readonly passed: number;
  readonly taken: number | null;
}

type Ask = (server: McpProcess) => Promise<unknown>;

/** Gives what measures a server from its start until it has answered. */
function costUntil(launch: Launch, ask: Ask): () => Promise<Cost> {
  return async () => {
    const start = performance.now();
    const server = startMcp(launch);
    await server.handshake();
    await ask(server);
    const passed = performance.now() - start;
    const taken = await processorTime(server.child.pid);
    await server.stop();
    return { passed, taken };
  };
}

/** Gives what measures the milliseconds from the start of a server to its first answer of a tool. */
export function firstAnswer(launch: Launch, tool: string, given: object): () => Promise<number> {
  const cost = costUntil(launch, (server) => server.callTool(tool, given));
  return async () => (await cost()).passed;
}

interface Samples {
  readonly product: number[];
  readonly floor: number[];
}

/** Starts two servers in turn: the times that passed until each had answered, and the processor times, null where the machine does not tell. */
export async function startsInTurn(
  rounds: { readonly runs: number; readonly warmup: number },
  launches: { readonly product: Launch; readonly floor: Launch },
  ask: Ask,
): Promise<{ readonly passed: Samples; readonly taken: Samples | null }> {
  const costs = await interleave(rounds, {
    product: costUntil(launches.product, ask),
    floor: costUntil(launches.floor, ask),
  });
  const passed = (side: Cost[]) => side.map((cost) => cost.passed);
  const taken = (side: Cost[]) => side.flatMap((cost) => cost.taken ?? []);
  const times = { product: taken(costs.product), floor: taken(costs.floor) };
  return {
    passed: { product: passed(costs.product), floor: passed(costs.floor) },
    taken: times.product.length < rounds.runs || times.floor.length < rounds.runs ? null : times,
  };
}
