/** How a client runs without a person, for `precept eval`: how one run is started, and how that run alone gets one MCP server. */
export interface AgentKind {
  /** The program, as it is called. */
  readonly program: string;
  /** A whole command line. */
  readonly command: string;
  /** Arguments that give a run its MCP server, put at the end where the command line does not name `{mcp_config}` itself. */
  readonly mcpArguments?: (server: McpServerEntry | null, config: string) => readonly string[];
  /** The file of the copy whose `mcpServers` it reads. */
  readonly mcpFile?: string;
  /** Variables without which it does not have the MCP server of its run. */
  readonly mcpVariables?: (server: McpServerEntry | null) => Readonly<Record<string, string>>;
  /** Variables that name folders of its own, and where these lie below the home folder of a run. */
  readonly home: Readonly<Record<string, string>>;
  /** Variables that its login may be in: they are passed on when --env names them. */
  readonly logins: readonly string[];
  readonly prints: AgentMessages;
}

/** A message that an agent prints as JSON, as far as it is an object. */
export type AgentMessage = Readonly<Record<string, unknown>>;

/** What the messages of a client say; a value of another type than expected counts as none. */
export interface AgentMessages {
  /** Whether it is one of those that come as the client goes, whatever it is about. */
  readonly isEvent?: (message: AgentMessage) => boolean;
  /** The text of the last message, which holds the whole answer. */
  readonly lastWord?: (message: AgentMessage) => unknown;
  /** A text of the agent among its events. */
  readonly said?: (message: AgentMessage) => unknown;
  /** Counts of tokens that belong together. */
  readonly tokens?: (message: AgentMessage) => readonly unknown[];
  /** Whether its tokens are those of one turn alone; else they are those of all turns so far. */
  readonly isTurn?: (message: AgentMessage) => boolean;
  /** What the run has cost so far, in dollars. */
  readonly cost?: (message: AgentMessage) => unknown;
}

/** One message at the end, with the answer and the usage of the run: Claude Code, Qwen Code and Cursor. */
export const resultMessages: AgentMessages = {
  lastWord: ({ type, result }) => (type === 'result' ? result : null),
  tokens: ({ usage }) => tokensOfUsage(usage),
  cost: ({ total_cost_usd: cost }) => cost,
};

/** The counts of a `usage` that are tokens read or written. */
export function tokensOfUsage(usage: unknown): readonly unknown[] {
  return Object.entries(partsOf(usage)).flatMap(([key, value]) => (counted.test(key) ? [value] : []));
}

const counted = /^(?:input_tokens|output_tokens|cache_creation_input_tokens|cache_read_input_tokens)$/;

/** The members of a value, none where it is no object. */
export function partsOf(value: unknown): AgentMessage {
  return Object(value);
}

/** How the server of a run is started. */
export interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
