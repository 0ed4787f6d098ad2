import { basename } from 'node:path';

/** A command-line agent that `precept eval` knows: how one run is started, and how that run alone gets one MCP server. */
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

const serversOf = (server: McpServerEntry | null) => (server === null ? {} : { precept: server });

/** What most clients read: `{"mcpServers": {"precept": …}}`, with what else `before`, the text of the same file, has. */
export function mcpServersText(server: McpServerEntry | null, before = '{}'): string {
  return `${JSON.stringify({ ...objectIn(before), mcpServers: serversOf(server) }, null, 2)}\n`;
}

function objectIn(text: string): object {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

export const agents: Readonly<Record<string, AgentKind>> = {
  claude: {
    program: 'claude',
    command:
      'claude -p {prompt} --output-format json --permission-mode acceptEdits --no-session-persistence --setting-sources project --strict-mcp-config --mcp-config {mcp_config} --allowedTools mcp__precept',
    mcpArguments: (_, config) => [
      ...['--strict-mcp-config', '--mcp-config', config],
      ...['--allowedTools', 'mcp__precept'],
    ],
    home: { CLAUDE_CONFIG_DIR: '.claude' },
    logins: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
  },
  codex: {
    program: 'codex',
    command: 'codex exec --json --ephemeral --skip-git-repo-check -s workspace-write -C {dir} {prompt}',
    mcpArguments: (server) =>
      server === null
        ? []
        : [
            ...['-c', `mcp_servers.precept.command=${JSON.stringify(server.command)}`],
            ...['-c', `mcp_servers.precept.args=${JSON.stringify(server.args)}`],
            ...Object.entries(server.env).flatMap(([name, value]) => [
              '-c',
              `mcp_servers.precept.env.${name}=${JSON.stringify(value)}`,
            ]),
          ],
    home: { CODEX_HOME: '.codex' },
    logins: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  },
  gemini: {
    program: 'gemini',
    command: 'gemini -p {prompt} -o json --approval-mode yolo --skip-trust',
    mcpFile: '.gemini/settings.json',
    // It reads the settings of a folder before it knows --skip-trust.
    mcpVariables: () => ({ GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    home: { GEMINI_CLI_HOME: '' },
    logins: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  opencode: {
    program: 'opencode',
    command: 'opencode run --format json --auto --pure --dir {dir} {prompt}',
    mcpVariables: (server) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        mcp:
          server === null
            ? {}
            : {
                precept: {
                  type: 'local',
                  command: [server.command, ...server.args],
                  environment: server.env,
                  enabled: true,
                },
              },
      }),
    }),
    home: {},
    logins: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENCODE_API_KEY'],
  },
  cursor: {
    program: 'cursor-agent',
    command: 'cursor-agent -p --output-format json --force --approve-mcps {prompt}',
    mcpFile: '.cursor/mcp.json',
    home: {},
    logins: ['CURSOR_API_KEY'],
  },
  qwen: {
    program: 'qwen',
    command: 'qwen {prompt} -o json --approval-mode yolo --mcp-config {mcp_config}',
    mcpArguments: (_, config) => ['--mcp-config', config],
    home: { QWEN_HOME: '.qwen' },
    logins: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
  },
};

/** The agent whose program a command line starts; null for one that is not known. */
export function agentOf(program: string): AgentKind | null {
  const name = basename(program.replaceAll('\\', '/')).replace(/\.(?:exe|cmd)$/i, '');
  return Object.values(agents).find((agent) => agent.program === name) ?? null;
}

/** The command line that `--agent` means: that of a known agent for its name alone, else itself. */
export function commandOf(given: string): string {
  const known = Object.hasOwn(agents, given.trim()) ? agents[given.trim()] : undefined;
  return known?.command ?? given;
}
