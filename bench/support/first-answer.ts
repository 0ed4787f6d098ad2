import { type Launch, startMcp } from './mcp-process.ts';

/** Gives what measures the milliseconds from the start of a server to its first answer of a tool. */
export function firstAnswer(launch: Launch, tool: string, given: object): () => Promise<number> {
  return async () => {
    const start = performance.now();
    const server = startMcp(launch);
    await server.handshake();
    await server.callTool(tool, given);
    const elapsed = performance.now() - start;
    await server.stop();
    return elapsed;
  };
}
