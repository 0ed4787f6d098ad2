import type { HttpAppOptions } from '../faces/http/app.ts';
import { lazy } from '../runtime/async/lazy.ts';
import type { Service } from '../service/service.ts';

export interface McpMount {
  readonly mounts: NonNullable<HttpAppOptions['mounts']>;
  /** Ends the MCP streams that are open. */
  close(): Promise<void>;
}

/** MCP at /mcp of an HTTP app. Its code is loaded when it is first asked for. */
export function mountMcp(service: Service): McpMount {
  const open = lazy(async () => (await import('../faces/mcp/http.ts')).createMcpHttp(service));
  return {
    mounts: { '/mcp': async (request, claims) => (await open()).fetch(request, claims) },
    close: async () => (await open.peek())?.close(),
  };
}
