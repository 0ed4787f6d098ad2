// What an MCP server of ours says that it offers, as the SDK gives it: src/faces/mcp/frequent/offers.json, which a start over stdio answers from.
import {
  InMemoryTransport,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { offerSubscriptions } from '../src/faces/mcp/changes/offer-updates.ts';
import { createSubscriptions } from '../src/faces/mcp/changes/subscriptions.ts';
import { toolOf } from '../src/faces/mcp/lists/tools.ts';
import { createMcpServer } from '../src/faces/mcp/server.ts';
import { operations } from '../src/service/operations.ts';
import type { Service } from '../src/service/service.ts';

/** The file's content. */
export async function mcpOffers(): Promise<object> {
  const tools = operations
    .filter(({ mcp }) => mcp !== null)
    .map((operation) => {
      const { onlyWith } = operation.mcp ?? {};
      return {
        name: operation.name,
        mcp: onlyWith === undefined ? {} : { onlyWith },
        tool: toolOf(operation),
      };
    });
  const [plain, withSkills] = await Promise.all([false, true].map(offersOf));
  const { prompts } = plain ?? {};
  return {
    protocolVersions: SUPPORTED_PROTOCOL_VERSIONS,
    tools,
    prompts,
    plain: { ...plain, prompts: undefined },
    withSkills: { ...withSkills, prompts: undefined },
  };
}

async function offersOf(skills: boolean) {
  // Nothing of this needs the service.
  const service = new Promise<Service>(() => {});
  const server = createMcpServer(service, { skills, review: async () => '', isMetered: false });
  offerSubscriptions(server, service, createSubscriptions());
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const ask = (method: string, params: object = {}) =>
    new Promise<Record<string, unknown>>((resolve) => {
      near.onmessage = (message) => resolve((message as { result: Record<string, unknown> }).result);
      void near.send({ jsonrpc: '2.0', id: method, method, params } as JSONRPCMessage);
    });
  await near.start();
  const { capabilities } = await ask('initialize', {
    protocolVersion: SUPPORTED_PROTOCOL_VERSIONS[0],
    capabilities: {},
    clientInfo: { name: 'generate', version: '1' },
  });
  const { prompts } = await ask('prompts/list');
  const { resourceTemplates } = await ask('resources/templates/list');
  await server.close();
  return { capabilities, prompts, resourceTemplates };
}
