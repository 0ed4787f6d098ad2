import { messagesIn } from '../json-messages.ts';

/** What an agent says of the cost of a run. */
export interface AgentUsage {
  readonly tokens?: number;
  readonly cost_usd?: number;
}

/**
 * The tokens and the cost that an agent prints, as JSON or as lines of JSON: the larger of what one message says in all and what the
 * messages say together. Nothing where it prints neither.
 */
export function usageIn(stdout: string): AgentUsage {
  const messages = messagesIn(stdout);
  let tokens = 0;
  let cost: number | undefined;
  for (const message of messages) {
    tokens = Math.max(tokens, tokensIn(message));
    const { total_cost_usd: given } = Object(message) as { total_cost_usd?: unknown };
    if (typeof given === 'number') cost = given;
  }
  const ofTurns = messages
    .filter((message) => (Object(message) as { type?: unknown }).type === 'turn.completed')
    .reduce<number>((sum, message) => sum + tokensIn(message), 0);
  tokens = Math.max(tokens, ofTurns);
  return { ...(tokens > 0 && { tokens }), ...(cost !== undefined && { cost_usd: cost }) };
}

const counted = /^(?:input_tokens|output_tokens|cache_creation_input_tokens|cache_read_input_tokens)$/;

/** The tokens of one message: of its `usage` as Claude Code, Codex and Qwen write it, of `stats` as Gemini CLI does, of a `part` as opencode does. */
function tokensIn(message: unknown): number {
  const { usage, stats, part } = Object(message) as Readonly<Record<string, unknown>>;
  if (typeof usage === 'object' && usage !== null)
    return Object.entries(usage).reduce(
      (sum, [key, value]) => (counted.test(key) ? sum + number(value) : sum),
      0,
    );
  const { models } = Object(stats) as { models?: unknown };
  const ofModels = Object.values(Object(models)).reduce<number>((sum, model) => {
    const { tokens } = Object(model) as { tokens?: unknown };
    return sum + number((Object(tokens) as { total?: unknown }).total);
  }, 0);
  const { tokens } = Object(part) as { tokens?: unknown };
  const { input, output } = Object(tokens) as { input?: unknown; output?: unknown };
  return ofModels + number(input) + number(output);
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
