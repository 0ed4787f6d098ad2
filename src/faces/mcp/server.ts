import { McpServer, type ServerCapabilities } from '@modelcontextprotocol/server';
import { version } from '../../model/version.ts';
import type { Service } from '../../service/service.ts';
import { instructions } from './instructions.ts';
import { type ReviewText, registerPrompts } from './lists/prompts.ts';
import { registerResources } from './lists/resources.ts';
import { registerSkills } from './lists/skills.ts';
import { registerTools } from './lists/tools.ts';
import { meter } from './meter.ts';

/** What the SDK would otherwise promise by itself: prompts never change, and tools only by those for visions. */
export const capabilities: ServerCapabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
};

/**
 * An MCP server, not yet connected, with the tools, prompts and resources of Precept. The service may still be on
 * its way: what does not need it (listing the tools, for instance) is answered without waiting. `skills` says whether katas are served as
 * skills, `review` what an agent judges a change of the work tree by, where the server runs beside one.
 */
export function createMcpServer(
  service: Service | Promise<Service>,
  transport: 'pipe' | 'tcp' = 'tcp',
  skills = true,
  review: ReviewText | null = null,
): McpServer {
  const server = new McpServer(
    { name: 'precept', title: 'Precept', version },
    { instructions, capabilities },
  );
  const ready = async () => service;
  if (service instanceof Promise || service.metrics !== null) meter(server, ready(), transport);
  registerTools(server, ready);
  registerPrompts(server, ready, review);
  registerResources(server, ready);
  if (skills) registerSkills(server, ready);
  return server;
}
