import { McpServer, type ServerCapabilities } from '@modelcontextprotocol/server';
import type { Service } from '../../service/service.ts';
import { instructions, serverInfo } from './instructions.ts';
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

export interface McpServerOptions {
  /** Whether katas are served as skills. */
  readonly skills?: boolean;
  /** What an agent judges a change of the work tree by, where the server runs beside one. */
  readonly review?: ReviewText | null;
  /** False where the requests are measured before they come to it. */
  readonly isMetered?: boolean;
}

/**
 * An MCP server, not yet connected, with the tools, prompts and resources of Precept. The service may still be on
 * its way: what does not need it (listing the tools, for instance) is answered without waiting.
 */
export function createMcpServer(
  service: Service | Promise<Service>,
  { skills = true, review = null, isMetered = true }: McpServerOptions = {},
): McpServer {
  const server = new McpServer(serverInfo, { instructions, capabilities });
  const ready = async () => service;
  if (isMetered && (service instanceof Promise || service.metrics !== null)) meter(server, ready());
  registerTools(server, ready);
  registerPrompts(server, ready, review);
  registerResources(server, ready);
  if (skills) registerSkills(server, ready);
  return server;
}
