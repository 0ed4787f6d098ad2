import { callOf } from '../payload/payload.ts';
import { type HookClient, nestedAnswer } from './client.ts';

/** Gemini CLI 0.61. It has no event for subagents, and none after a compaction. Paths count from its working folder. */
export const gemini: HookClient = {
  id: 'gemini',
  events: { AfterTool: 'touch', SessionStart: 'session' },
  sessionKeys: ['session_id'],
  agentKeys: ['agent_id'],
  emptied: ['clear'],
  calls: (payload) => callOf(payload, 'tool_name', 'tool_input'),
  pathKeys: ['file_path', 'absolute_path'],
  limit: 'characters',
  answer: nestedAnswer,
};
