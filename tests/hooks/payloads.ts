// What each client writes to its hooks, as of the version named, and how it says the same of another session, file or tool.

/** What a payload is about. */
export interface Told {
  readonly cwd: string;
  readonly session: string;
  readonly agent?: string;
  /** Absolute, or relative to `cwd`. */
  readonly file?: string;
  readonly source?: string;
}

export interface ClientPayloads {
  readonly version: string;
  /** The events at which a tool touches a file, a session begins, and a subagent does; null where that event takes no context. */
  readonly touch: string;
  readonly start: string;
  readonly subagent: string | null;
  /** Whether it says that its context was emptied, and by which source. */
  readonly compact: string | null;
  touched(told: Told): Record<string, unknown>;
  begun(told: Told): Record<string, unknown>;
  /** The context of an answer, which has nothing else. */
  contextOf(answer: unknown): unknown;
}

const agent = ({ agent: id }: Told) =>
  id === undefined ? {} : { agent_id: id, agent_type: 'general-purpose' };
const nested = (event: string) => (answer: unknown) => {
  const { hookSpecificOutput: output, ...others } = answer as Record<string, Record<string, unknown>>;
  const { hookEventName, additionalContext, ...more } = output ?? {};
  if (
    Object.keys({ ...others, ...more }).length > 0 ||
    ![event, 'SessionStart', 'SubagentStart'].includes(String(hookEventName))
  )
    throw new Error(`the answer has more: ${JSON.stringify(answer)}`);
  return additionalContext;
};
const only = (key: string) => (answer: unknown) => {
  const { [key]: context, ...others } = answer as Record<string, unknown>;
  if (Object.keys(others).length > 0) throw new Error(`the answer has more: ${JSON.stringify(answer)}`);
  return context;
};

export const payloads = {
  claude: {
    version: 'Claude Code 2.1.330',
    touch: 'PreToolUse',
    start: 'SessionStart',
    subagent: 'SubagentStart',
    compact: 'compact',
    touched: (told) => ({
      session_id: told.session,
      prompt_id: 'p-1',
      transcript_path: '/home/a/.claude/projects/repo/t.jsonl',
      cwd: told.cwd,
      permission_mode: 'acceptEdits',
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: told.file, old_string: 'a', new_string: 'b' },
      tool_use_id: 'toolu_1',
      ...agent(told),
    }),
    begun: (told) => ({
      session_id: told.session,
      transcript_path: '/home/a/.claude/projects/repo/t.jsonl',
      cwd: told.cwd,
      hook_event_name: told.agent === undefined ? 'SessionStart' : 'SubagentStart',
      source: told.source ?? 'startup',
      ...agent(told),
    }),
    contextOf: nested('PreToolUse'),
  },
  codex: {
    version: 'Codex 0.169.0',
    touch: 'PreToolUse',
    start: 'SessionStart',
    subagent: 'SubagentStart',
    compact: 'compact',
    touched: (told) => ({
      session_id: told.session,
      turn_id: '1',
      transcript_path: null,
      cwd: told.cwd,
      hook_event_name: 'PreToolUse',
      model: 'gpt-5-codex',
      permission_mode: 'default',
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n*** Update File: ${told.file}\n@@\n-a\n+b\n*** End Patch` },
      tool_use_id: 'call_1',
      ...agent(told),
    }),
    begun: (told) => ({
      session_id: told.session,
      transcript_path: null,
      cwd: told.cwd,
      hook_event_name: 'SessionStart',
      model: 'gpt-5-codex',
      permission_mode: 'default',
      source: told.source ?? 'startup',
      ...agent(told),
    }),
    contextOf: nested('PreToolUse'),
  },
  cursor: {
    version: 'Cursor 3.18',
    touch: 'postToolUse',
    start: 'sessionStart',
    subagent: null,
    compact: null,
    touched: (told) => ({
      conversation_id: told.agent ?? told.session,
      generation_id: 'g-1',
      model: 'default',
      hook_event_name: 'postToolUse',
      cursor_version: '3.18.2',
      workspace_roots: [told.cwd],
      user_email: null,
      transcript_path: null,
      tool_name: 'Write',
      tool_input: { file_path: told.file },
      tool_output: '{"success":true}',
      duration: 12,
      tool_use_id: 'tool_1',
      cwd: '',
    }),
    begun: (told) => ({
      conversation_id: told.session,
      session_id: told.session,
      hook_event_name: 'sessionStart',
      cursor_version: '3.18.2',
      workspace_roots: [told.cwd],
      is_background_agent: false,
      composer_mode: 'agent',
    }),
    contextOf: only('additional_context'),
  },
  gemini: {
    version: 'Gemini CLI 0.61.0',
    touch: 'AfterTool',
    start: 'SessionStart',
    subagent: null,
    compact: null,
    touched: (told) => ({
      session_id: told.agent ?? told.session,
      transcript_path: '/home/a/.gemini/tmp/t.json',
      cwd: told.cwd,
      hook_event_name: 'AfterTool',
      timestamp: '2026-10-01T10:00:00.000Z',
      tool_name: 'replace',
      tool_input: { file_path: told.file, instruction: 'i', old_string: 'a', new_string: 'b' },
      tool_response: { llmContent: 'ok' },
    }),
    begun: (told) => ({
      session_id: told.session,
      transcript_path: '/home/a/.gemini/tmp/t.json',
      cwd: told.cwd,
      hook_event_name: 'SessionStart',
      timestamp: '2026-10-01T10:00:00.000Z',
      source: told.source ?? 'startup',
    }),
    contextOf: nested('AfterTool'),
  },
  copilot: {
    version: 'Copilot CLI 1.0.102',
    touch: 'postToolUse',
    start: 'sessionStart',
    subagent: 'subagentStart',
    compact: null,
    touched: (told) => ({
      sessionId: told.session,
      timestamp: 1790000000000,
      cwd: told.cwd,
      toolName: 'edit',
      toolArgs: JSON.stringify({ path: told.file, old_str: '*** Begin Patch', new_str: 'b' }),
      toolResult: { resultType: 'success', textResultForLlm: 'ok' },
      ...(told.agent !== undefined && { agentId: told.agent }),
    }),
    begun: (told) => ({
      sessionId: told.session,
      timestamp: 1790000000000,
      cwd: told.cwd,
      source: told.source ?? 'new',
      ...(told.agent !== undefined && { agentId: told.agent, agentName: 'explore' }),
    }),
    contextOf: only('additionalContext'),
  },
  qwen: {
    version: 'Qwen Code 0.24.4',
    touch: 'PostToolUse',
    start: 'SessionStart',
    subagent: 'SubagentStart',
    compact: 'compact',
    touched: (told) => ({
      session_id: told.session,
      transcript_path: '/home/a/.qwen/t.jsonl',
      cwd: told.cwd,
      permission_mode: 'default',
      hook_event_name: 'PostToolUse',
      tool_name: 'write_file',
      tool_input: { file_path: told.file, content: 'x' },
      tool_response: {},
      tool_use_id: 'q-1',
      ...agent(told),
    }),
    begun: (told) => ({
      session_id: told.session,
      transcript_path: '/home/a/.qwen/t.jsonl',
      cwd: told.cwd,
      hook_event_name: 'SessionStart',
      source: told.source ?? 'startup',
      ...agent(told),
    }),
    contextOf: nested('PostToolUse'),
  },
} as const satisfies Record<string, ClientPayloads>;

export type ClientName = keyof typeof payloads;
export const clientNames: readonly ClientName[] = Object.keys(payloads) as ClientName[];
export const payloadsOf = (client: ClientName): ClientPayloads => payloads[client];
