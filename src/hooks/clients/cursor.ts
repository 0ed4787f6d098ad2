import { callOf } from '../payload/payload.ts';
import type { HookClient } from './client.ts';

/**
 * Cursor 3. A subagent has a conversation of its own. An answer with context before a tool runs would block it, so that the event before
 * it is none here.
 */
export const cursor: HookClient = {
  id: 'cursor',
  events: { postToolUse: 'touch', sessionStart: 'session' },
  sessionKeys: ['conversation_id', 'session_id'],
  agentKeys: [],
  emptied: [],
  calls: (payload) => callOf(payload, 'tool_name', 'tool_input'),
  pathKeys: ['file_path', 'path'],
  limit: 'characters',
  answer: (_, context) => ({ additional_context: context }),
};
