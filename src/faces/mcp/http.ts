import { createMcpHandler } from '@modelcontextprotocol/server';
import { readLoop } from '../../federation/loop.ts';
import type { Service } from '../../service/service.ts';
import { createMcpServer } from './server.ts';

/** Bytes of a request body that are read at most: arguments of tools are small. */
const maxRequestBodySize = 256 * 1024;

export interface McpHttp {
  /** Answers one request of Streamable HTTP; Host and Origin have been checked by then. */
  fetch(request: Request): Promise<Response>;
  /** Ends the streams that are open. */
  close(): Promise<void>;
}

/** MCP of both protocol eras over Streamable HTTP, without sessions: each request gets a server of its own. */
export function createMcpHttp(service: Service): McpHttp {
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const loop = requestInfo?.headers.get('cdn-loop');
      return createMcpServer(loop ? service.for({ hops: readLoop(loop) }) : service);
    },
    { maxRequestBodySize, onerror: (error) => service.log.debug(`mcp: ${error.message}`) },
  );
  const stop = service.onReload(() => handler.notify.resourcesChanged());
  return {
    fetch: (request) => handler.fetch(request),
    async close() {
      stop();
      await handler.close();
    },
  };
}
