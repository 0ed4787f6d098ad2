import type { HookClientId } from '../../model/names/hook-clients.ts';
import type { Payload, ToolCall } from '../payload/payload.ts';

/** When a hook runs: a tool touches files, a session begins (or begins again), or a subagent does. */
export type Moment = 'touch' | 'session' | 'subagent';

/** What one client sends to its hooks, and takes from them (docs/hooks.md says of which version). */
export interface HookClient {
  readonly id: HookClientId;
  /** The events at which it takes context, as it writes their names. At any other it gets nothing. */
  readonly events: Readonly<Record<string, Moment>>;
  /** The keys that name its session, the first that is there; and its subagent. */
  readonly sessionKeys: readonly string[];
  readonly agentKeys: readonly string[];
  /** The sources of a session's beginning at which its context is empty again. */
  readonly emptied: readonly string[];
  /** What tools were called. */
  readonly calls: (payload: Payload) => readonly ToolCall[];
  /** The keys of a tool's input that hold a path. */
  readonly pathKeys: readonly string[];
  /** Context up to this length is given to the agent whole. */
  readonly limit: 'characters' | 'bytes';
  /** The answer that puts `context` before the agent. */
  readonly answer: (event: string, context: string) => object;
}

/** What clients take that have the shape of Claude Code's hooks. */
export function nestedAnswer(event: string, context: string): object {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: context } };
}
