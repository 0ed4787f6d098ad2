import { type AgentMessage, partsOf } from '../../../clients/facts/agent.ts';
import { agentMessages } from '../agents.ts';
import { messagesIn } from '../json-messages.ts';

/** What an agent says of the cost of a run. */
export interface AgentUsage {
  readonly tokens?: number;
  readonly cost_usd?: number;
}

/**
 * The tokens and the cost that an agent prints, as JSON or as lines of JSON: the larger of what one message says in all and what the
 * messages of turns say together. Nothing where it prints neither.
 */
export function usageIn(stdout: string): AgentUsage {
  const messages = messagesIn(stdout).map(partsOf);
  const ofTurns = messages
    .filter((message) => agentMessages.some(({ isTurn }) => isTurn?.(message) === true))
    .reduce((sum, message) => sum + tokensIn(message), 0);
  const tokens = messages.reduce((most, message) => Math.max(most, tokensIn(message)), ofTurns);
  const cost = messages
    .flatMap((message) => agentMessages.map((known) => known.cost?.(message)))
    .findLast((given) => typeof given === 'number');
  return { ...(tokens > 0 && { tokens }), ...(cost !== undefined && { cost_usd: cost }) };
}

/** The tokens of one message, in the form of the agent that says the most of them. */
function tokensIn(message: AgentMessage): number {
  const counts = agentMessages.map(({ tokens }) =>
    (tokens?.(message) ?? []).reduce<number>((sum, value) => sum + number(value), 0),
  );
  return Math.max(...counts);
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
