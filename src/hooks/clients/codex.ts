import { callOf } from '../payload/payload.ts';
import { type HookClient, nestedAnswer } from './client.ts';

/** Codex 0.169. It edits by patches, and refuses an answer with any other key. */
export const codex: HookClient = {
  id: 'codex',
  events: {
    PreToolUse: 'touch',
    PostToolUse: 'touch',
    SessionStart: 'session',
    SubagentStart: 'subagent',
  },
  sessionKeys: ['session_id'],
  agentKeys: ['agent_id'],
  emptied: ['compact', 'clear'],
  calls: (payload) => callOf(payload, 'tool_name', 'tool_input'),
  pathKeys: ['file_path'],
  limit: 'bytes',
  answer: nestedAnswer,
};
