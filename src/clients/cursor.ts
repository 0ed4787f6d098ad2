import { type Client, hookSeconds } from './client.ts';
import { resultMessages } from './facts/agent.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { nestedFolder } from './facts/target.ts';

export const cursor = {
  name: 'Cursor',
  saysItIs: ['cursor-vscode', 'cursor'],
  servers: {
    projectFile: '.cursor/mcp.json',
    homeFiles: ['.cursor/mcp.json'],
    mistakenFor: ['.cursor/.mcp.json', '.cursor/settings.json'],
    format: 'jsonc',
    key: 'mcpServers',
    extra: {},
    needsCmd: true,
    variables: /\$\{env:([A-Za-z_]\w*)\}/g,
    nextStep: 'Open this folder in Cursor and switch the server on in its MCP settings.',
  },
  hooks: {
    projectFile: '.cursor/hooks.json',
    projectFiles: ['.cursor/hooks.json'],
    homeFiles: ['.cursor/hooks.json'],
    shape: 'flat',
    head: { version: 1 },
    extra: {},
    timeout: { key: 'timeout', second: 1 },
    // An answer to an event before a tool may block it, so that none is registered.
    events: [
      { name: 'sessionStart', seconds: hookSeconds.start },
      { name: 'postToolUse', matcher: 'Read|Write|ApplyPatch', seconds: hookSeconds.edit },
    ],
    alsoRuns: [
      {
        client: 'claude',
        cure: 'Nothing is shown twice; to spare the second start, switch "Third-party skills" off in the settings of Cursor.',
      },
    ],
    neverFired: 'Open this folder in Cursor and trust the workspace; its settings list the hooks that ran.',
  },
  pointer: 'AGENTS.md',
  reads: ['agents', 'cursor', 'skills'],
  signs: ['.cursor', '.cursorrules'],
  targets: {
    // `globs` is unquoted and joined by commas, and left out where the rule always applies.
    cursor: nestedFolder('.cursor/rules', '.mdc', ({ patterns, description }, write) =>
      patterns.length === 0
        ? [...write.described(description), 'alwaysApply: true']
        : [...write.described(description), `globs: ${patterns.join(',')}`, 'alwaysApply: false'],
    ),
  },
  instructions: ['.cursorrules'],
  sources: {
    folders: ['.cursor'],
    skills: ['.cursor'],
    files: [
      rootFile(8, String.raw`\.cursorrules`),
      filesBelow(12, String.raw`\.cursor/rules`, String.raw`\.mdc`),
      { ...filesBelow(24, String.raw`\.cursor/rules`, String.raw`\.md`), kind: 'unread' },
    ],
  },
  agent: {
    program: 'cursor-agent',
    command: 'cursor-agent -p --output-format json --force --approve-mcps {prompt}',
    mcpFile: '.cursor/mcp.json',
    home: {},
    logins: ['CURSOR_API_KEY'],
    prints: resultMessages,
  },
} as const satisfies Client;
