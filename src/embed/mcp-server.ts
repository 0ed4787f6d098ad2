import { lazy } from '../runtime/async/lazy.ts';
import { innerService, type Service } from './service.ts';

/** A transport as the MCP SDKs make them, of generation 1 and 2: stdio, in memory, or one of your own. */
export interface McpTransport {
  start(): Promise<void>;
  // The SDKs type messages more narrowly, each in its own way.
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/** An MCP server for one connection. */
export interface McpServer {
  /** Answers what comes over the transport until that is closed. */
  connect(transport: McpTransport): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/**
 * An MCP server over a service, with the tools, prompts and resources of Precept, not yet connected. Each connection
 * takes a server of its own; many may share a service.
 */
export function createMcpServer(service: Service): McpServer {
  const guidance = innerService(service);
  // The SDK and its schemas, which also write into the global object, are loaded by programs that connect only.
  const open = lazy(async () => {
    const { createMcpServer: create } = await import('../faces/mcp/server.ts');
    const inner = create(guidance, { skills: guidance.config.settings.skills });
    const failed = (error: Error) => guidance.log.debug(`mcp: ${error.message}`);
    // Sent past McpServer, which would leave a transport that fails as an unhandled rejection of the whole program.
    const announce = () => void (inner.isConnected() && inner.server.sendResourceListChanged().catch(failed));
    inner.server.onclose = guidance.onChange(announce);
    return inner;
  });
  return {
    async connect(transport) {
      await (await open()).connect(transport as never);
    },
    close: async () => (await open.peek())?.close(),
  };
}
