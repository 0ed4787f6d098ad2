/** An MCP client: where it keeps its servers, and how it wants one written. */
export interface Client {
  readonly name: string;
  /** The project's own file, below its folder, with forward slashes. */
  readonly projectFile: string;
  /** The files of a person, below the home folder. */
  readonly homeFiles: readonly string[];
  /** `jsonc` takes comments and trailing commas; a file of `json` that has them is broken for its client. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The key of the mapping from names to servers. */
  readonly key: string;
  /** What an entry holds besides command and arguments. */
  readonly extra: Readonly<Record<string, string>>;
  /** Whether it starts programs on Windows without a shell, which finds no npx: that is a script there. */
  readonly needsCmd: boolean;
  /** What its user has to do once the file is written. */
  readonly nextStep: string;
}

export const clients = {
  claude: {
    name: 'Claude Code',
    projectFile: '.mcp.json',
    homeFiles: ['.claude.json'],
    format: 'json',
    key: 'mcpServers',
    extra: {},
    needsCmd: true,
    nextStep: 'Start Claude Code in this folder and approve the server; /mcp shows it.',
  },
  cursor: {
    name: 'Cursor',
    projectFile: '.cursor/mcp.json',
    homeFiles: ['.cursor/mcp.json'],
    format: 'jsonc',
    key: 'mcpServers',
    extra: {},
    needsCmd: true,
    nextStep: 'Open this folder in Cursor and switch the server on in its MCP settings.',
  },
  vscode: {
    name: 'VS Code',
    projectFile: '.vscode/mcp.json',
    homeFiles: [
      '.config/Code/User/mcp.json',
      'Library/Application Support/Code/User/mcp.json',
      'AppData/Roaming/Code/User/mcp.json',
    ],
    format: 'jsonc',
    key: 'servers',
    extra: { type: 'stdio' },
    needsCmd: false,
    nextStep: 'Open .vscode/mcp.json in VS Code and press Start above the server.',
  },
  codex: {
    name: 'Codex',
    projectFile: '.codex/config.toml',
    homeFiles: ['.codex/config.toml'],
    format: 'toml',
    key: 'mcp_servers',
    extra: {},
    needsCmd: true,
    nextStep: 'Codex reads it in folders that you trust; "codex mcp list" shows it.',
  },
  gemini: {
    name: 'Gemini CLI',
    projectFile: '.gemini/settings.json',
    homeFiles: ['.gemini/settings.json'],
    format: 'jsonc',
    key: 'mcpServers',
    extra: {},
    needsCmd: false,
    nextStep: 'Start Gemini CLI in this folder and trust it; /mcp shows the server.',
  },
  zed: {
    name: 'Zed',
    projectFile: '.zed/settings.json',
    homeFiles: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
    format: 'jsonc',
    key: 'context_servers',
    extra: {},
    needsCmd: true,
    nextStep: 'Open this folder in Zed and trust it; its agent settings show the server.',
  },
} as const satisfies Record<string, Client>;

export type ClientId = keyof typeof clients;
export const clientIds: readonly ClientId[] = Object.keys(clients) as ClientId[];

/** The name of our entry, and of the server. */
export const serverName = 'precept';

/** One server as a client's file has it. */
export type ServerEntry = Readonly<Record<string, string | readonly string[]>>;

/** The entry that starts Precept under a client on this platform (`win32` for Windows). */
export function serverEntry({ extra, needsCmd }: Client, platform: string): ServerEntry {
  // An agent that works for hours gets the rules as they are by then.
  const command = ['npx', '-y', 'precept-mcp', '--watch'];
  const [program = '', ...args] = needsCmd && platform === 'win32' ? ['cmd', '/c', ...command] : command;
  return { ...extra, command: program, args };
}

/** The name of an entry that starts Precept, or asks a server of that name; null where there is none. */
export function findEntry(servers: unknown): string | null {
  if (typeof servers !== 'object' || servers === null) return null;
  const found = Object.entries(servers).find(([name, entry]) => name === serverName || starts(entry));
  return found?.[0] ?? null;
}

/** Whether an entry's command or one of its arguments is Precept's package or program, whatever its version or folder. */
function starts(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { command, args } = entry as Record<string, unknown>;
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return words.some(
    (word) => typeof word === 'string' && /(^|[\\/])precept(-mcp)?(@[^\\/]*|\.cmd)?$/.test(word),
  );
}
