import { batchOf, callOf } from '../payload/payload.ts';
import { type HookClient, nestedAnswer } from './client.ts';

/** Claude Code 2.1. Paths are absolute; a batch of calls has one event of its own. */
export const claude: HookClient = {
  id: 'claude',
  events: {
    PreToolUse: 'touch',
    PostToolUse: 'touch',
    PostToolBatch: 'touch',
    SessionStart: 'session',
    SubagentStart: 'subagent',
  },
  sessionKeys: ['session_id'],
  agentKeys: ['agent_id'],
  emptied: ['compact', 'clear'],
  calls: (payload) => [...callOf(payload, 'tool_name', 'tool_input'), ...batchOf(payload)],
  pathKeys: ['file_path', 'notebook_path'],
  limit: 'characters',
  answer: nestedAnswer,
};
