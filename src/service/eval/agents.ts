import { basename } from 'node:path';
import type { Client } from '../../clients/client.ts';
import { clients } from '../../clients/clients.ts';
import type { AgentKind, AgentMessages, McpServerEntry } from '../../clients/facts/agent.ts';

const serversOf = (server: McpServerEntry | null) => (server === null ? {} : { precept: server });

/** What most clients read: `{"mcpServers": {"precept": …}}`, with what else `before`, the text of the same file, has. */
export function mcpServersText(server: McpServerEntry | null, before = '{}'): string {
  return `${JSON.stringify({ ...objectIn(before), mcpServers: serversOf(server) }, null, 2)}\n`;
}

function objectIn(text: string): object {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

/** The clients that `precept eval` knows how to run. */
export const agents: Readonly<Record<string, AgentKind>> = Object.fromEntries(
  Object.entries<Client>(clients).flatMap(([id, { agent }]) => (agent === undefined ? [] : [[id, agent]])),
);

/** What each of them prints, whichever of them a command line starts. */
export const agentMessages: readonly AgentMessages[] = [
  ...new Set(Object.values(agents).map(({ prints }) => prints)),
];

/** The agent whose program a command line starts; null for one that is not known. */
export function agentOf(program: string): AgentKind | null {
  const name = basename(program.replaceAll('\\', '/')).replace(/\.(?:exe|cmd)$/i, '');
  return Object.values(agents).find((agent) => agent.program === name) ?? null;
}

/** The command line that `--agent` means: that of a known agent for its name alone, else itself. */
export function commandOf(given: string): string {
  const known = Object.hasOwn(agents, given.trim()) ? agents[given.trim()] : undefined;
  return known?.command ?? given;
}
