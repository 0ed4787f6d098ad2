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
}

/** How the server of a run is started. */
export interface McpServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
