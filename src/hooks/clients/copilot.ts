import { callOf } from '../payload/payload.ts';
import type { HookClient } from './client.ts';

/**
 * Copilot CLI 1.0. Its events have two spellings, and each its own names of fields. A hook before a tool that fails would deny the tool, so
 * that this event is none here.
 */
export const copilot: HookClient = {
  id: 'copilot',
  events: { postToolUse: 'touch', sessionStart: 'session', subagentStart: 'subagent' },
  sessionKeys: ['sessionId', 'session_id'],
  agentKeys: ['agentId', 'agent_id'],
  emptied: [],
  calls: (payload) => [
    ...callOf(payload, 'toolName', 'toolArgs'),
    ...callOf(payload, 'tool_name', 'tool_input'),
  ],
  pathKeys: ['path', 'file_path'],
  limit: 'bytes',
  answer: (_, context) => ({ additionalContext: context }),
};
