import { callOf } from '../payload/payload.ts';
import { type HookClient, nestedAnswer } from './client.ts';

/** Qwen Code 0.24. An answer before a tool runs would also approve it, so that the event before it is none here. */
export const qwen: HookClient = {
  id: 'qwen',
  events: { PostToolUse: 'touch', SessionStart: 'session', SubagentStart: 'subagent' },
  sessionKeys: ['session_id'],
  agentKeys: ['agent_id'],
  emptied: ['compact', 'clear'],
  calls: (payload) => callOf(payload, 'tool_name', 'tool_input'),
  pathKeys: ['file_path', 'notebook_path', 'absolute_path'],
  limit: 'characters',
  answer: nestedAnswer,
};
