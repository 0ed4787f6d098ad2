import { McpServer } from '@modelcontextprotocol/server';
import { createHttpApp } from '../../src/faces/http/app.ts';
import { type Listener, startListener } from '../../src/faces/http/listener/listener.ts';
import { createMcpHttp } from '../../src/faces/mcp/http.ts';
import { registerPrompts } from '../../src/faces/mcp/lists/prompts.ts';
import { registerResources } from '../../src/faces/mcp/lists/resources.ts';
import { registerTools } from '../../src/faces/mcp/lists/tools.ts';
import { capabilities } from '../../src/faces/mcp/server.ts';
import type { Service } from '../../src/service/service.ts';
import { registerInputFixtures, stateCodec } from './input-fixtures.ts';
import { registerPlainFixtures } from './plain-fixtures.ts';

/**
 * Serves MCP at `/mcp` as the program does (listener, guards, body limits, both protocol eras, its own tools, prompts
 * and resources), with the fixtures that the conformance suite asks for beside them.
 */
export async function startFixtureServer(service: Service): Promise<Listener> {
  const mcp = createMcpHttp(service, (caller) => {
    const server = new McpServer(
      { name: 'precept', version: '0.0.0' },
      { capabilities: { ...capabilities, logging: {} }, requestState: { verify: stateCodec.verify } },
    );
    const ready = async () => caller;
    registerTools(server, ready);
    registerPrompts(server, ready);
    registerResources(server, ready);
    registerPlainFixtures(server);
    registerInputFixtures(server);
    return server;
  });
  const app = createHttpApp(service, { readAsset: async () => null, mounts: { '/mcp': mcp.fetch } });
  const listener = await startListener(app, { host: '127.0.0.1', port: 0, log: service.log });
  return {
    ...listener,
    async close() {
      await mcp.close();
      await listener.close();
    },
  };
}
