import { messagesIn } from '../json-messages.ts';
import { errorMark } from '../plan.ts';

/**
 * What an agent says itself: the texts of its messages where it prints JSON as known agents do, which may hold the answers of tools as well,
 * such as the text of a rule that it has read; else all that it printed.
 */
export function answerIn(transcript: string): string {
  const [stdout = ''] = transcript.split(errorMark);
  const messages = messagesIn(stdout);
  const results = messages.flatMap(resultOf);
  const said = results.length > 0 ? results.slice(-1) : messages.flatMap(textOf);
  return said.length > 0 || messages.some(isEvent) ? said.join('\n') : transcript;
}

/** Whether a message is one of those that Codex and opencode print as they go, whatever it is about. */
function isEvent(message: unknown): boolean {
  const { type } = Object(message) as { type?: unknown };
  return typeof type === 'string' && /^(?:(?:item|thread|turn)\.|step_|tool_use$)/.test(type);
}

/** The last word of an agent: `result` of Claude Code and Qwen Code, `response` of Gemini CLI. */
function resultOf(message: unknown): string[] {
  const { type, result, response } = Object(message) as Readonly<Record<string, unknown>>;
  if (type === 'result' && typeof result === 'string') return [result];
  return type === undefined && typeof response === 'string' ? [response] : [];
}

/** A message of an agent among its events: of Codex, and of opencode. */
function textOf(message: unknown): string[] {
  const { type, item, part } = Object(message) as Readonly<Record<string, unknown>>;
  const spoken = type === 'item.completed' ? item : type === 'text' ? part : null;
  const { type: kind, text } = Object(spoken) as Readonly<Record<string, unknown>>;
  return (kind === 'agent_message' || kind === 'text') && typeof text === 'string' ? [text] : [];
}
