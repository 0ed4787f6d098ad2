import { agentIds } from '../../../clients/clients.ts';
import type { AgentKind, McpServerEntry } from '../../../clients/facts/agent.ts';
import { splitCommand } from '../../../model/text/split-command.ts';
import { agentOf, commandOf } from '../agents.ts';
import type { Workplace } from './surroundings.ts';

const places = /\{(prompt|dir|mcp_config)\}/g;

/** The words of an agent's command line, with what stands for `{prompt}`, `{dir}` and `{mcp_config}` put in. */
export function agentWords(
  command: string,
  prompt: string,
  { copy, mcpConfig }: Pick<Workplace, 'copy' | 'mcpConfig'>,
  server: McpServerEntry | null,
): { readonly words: readonly string[]; readonly agent: AgentKind | null } {
  const values: Readonly<Record<string, string>> = { prompt, dir: copy, mcp_config: mcpConfig };
  const written = splitCommand(command) ?? [];
  const words = written.map((word) => word.replace(places, (_, name: string) => values[name] ?? ''));
  const agent = agentOf(words[0] ?? '');
  const more = command.includes('{mcp_config}') ? [] : (agent?.mcpArguments?.(server, mcpConfig) ?? []);
  return { words: [...words, ...more], agent };
}

/** Why what `--agent` says cannot be an agent; null where it can. */
export function whyNoAgent(given: string): string | null {
  const command = commandOf(given);
  const words = splitCommand(command);
  if (words === null) return 'has a quote that does not end';
  if (words.length === 0) return 'is empty';
  if (command.includes('{prompt}')) return null;
  const known = words.length === 1 ? `; the names that need none are ${agentIds.join(', ')}` : '';
  return `does not hold {prompt}, which Precept replaces with the task${known}`;
}
