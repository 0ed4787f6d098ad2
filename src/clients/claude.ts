import { type Client, hookSeconds } from './client.ts';
import { resultMessages } from './facts/agent.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { nestedFolder, pathsHead } from './facts/target.ts';

export const claude = {
  name: 'Claude Code',
  saysItIs: ['claude-code'],
  servers: {
    projectFile: '.mcp.json',
    homeFiles: ['.claude.json'],
    mistakenFor: [
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/mcp.json',
      '.claude/.mcp.json',
      'mcp.json',
    ],
    format: 'json',
    key: 'mcpServers',
    extra: {},
    needsCmd: true,
    addressType: 'http',
    variables: /\$\{(?!CLAUDE_)([A-Za-z_]\w*)\}/g,
    nextStep: 'Start Claude Code in this folder and approve the server; /mcp shows it.',
  },
  hooks: {
    projectFile: '.claude/settings.json',
    projectFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    homeFiles: ['.claude/settings.json'],
    shape: 'nested',
    head: {},
    extra: { type: 'command' },
    timeout: { key: 'timeout', second: 1 },
    events: [
      { name: 'SessionStart', seconds: hookSeconds.start },
      { name: 'SubagentStart', seconds: hookSeconds.start },
      // What it reads it is about to edit, and the rules are then there before the edit is.
      { name: 'PreToolUse', matcher: 'Read|Edit|MultiEdit|Write|NotebookEdit', seconds: hookSeconds.edit },
    ],
    alsoRuns: [],
    neverFired:
      'Start Claude Code in this folder and trust it: sessions hold hooks back until then; /hooks lists them.',
  },
  pointer: 'AGENTS.md',
  reads: ['agents', 'claude', 'claude-rules', 'claude-skills'],
  signs: ['.claude', 'CLAUDE.md'],
  limits: { fileBytes: 4 * 1024 * 1024, advisedLines: 200, patterns: 1000 },
  targets: {
    claude: { shape: 'shared', path: 'CLAUDE.md', nested: false },
    'claude-rules': nestedFolder('.claude/rules', '.md', pathsHead),
    'claude-skills': { shape: 'skills', folder: '.claude/skills' },
  },
  instructions: ['CLAUDE.md', '.claude/CLAUDE.md'],
  keepFromShared: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
  sources: {
    folders: ['.claude'],
    skills: ['.claude'],
    files: [
      rootFile(3, String.raw`(?:\.claude/)?CLAUDE\.md`),
      { ...filesBelow(11, String.raw`\.claude/rules`, String.raw`\.md`), isRooted: true },
    ],
  },
  agent: {
    program: 'claude',
    command:
      'claude -p {prompt} --output-format json --permission-mode acceptEdits --no-session-persistence --setting-sources project --strict-mcp-config --mcp-config {mcp_config} --allowedTools mcp__precept',
    mcpArguments: (_, config) => [
      ...['--strict-mcp-config', '--mcp-config', config],
      ...['--allowedTools', 'mcp__precept'],
    ],
    home: { CLAUDE_CONFIG_DIR: '.claude' },
    logins: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
    prints: resultMessages,
  },
} as const satisfies Client;
