import type { HttpAppOptions } from '../faces/http/app.ts';
import type { McpHttp } from '../faces/mcp/http.ts';
import type { Service } from '../service/service.ts';

export interface McpMount {
  readonly mounts: NonNullable<HttpAppOptions['mounts']>;
  /** Ends the MCP streams that are open. */
  close(): Promise<void>;
}

/** MCP at /mcp of an HTTP app. Its code is loaded when it is first asked for. */
export function mountMcp(service: Service): McpMount {
  let opening: Promise<McpHttp> | undefined;
  const open = () => {
    opening ??= import('../faces/mcp/http.ts').then(({ createMcpHttp }) => createMcpHttp(service));
    return opening;
  };
  return {
    mounts: { '/mcp': async (request, claims) => (await open()).fetch(request, claims) },
    close: async () => (await opening)?.close(),
  };
}
