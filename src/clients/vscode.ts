import type { Client } from './client.ts';

export const vscode = {
  name: 'VS Code',
  saysItIs: ['Visual Studio Code', 'Visual Studio Code - Insiders'],
  servers: {
    projectFile: '.vscode/mcp.json',
    homeFiles: [
      '.config/Code/User/mcp.json',
      'Library/Application Support/Code/User/mcp.json',
      'AppData/Roaming/Code/User/mcp.json',
    ],
    mistakenFor: ['.vscode/.mcp.json'],
    format: 'jsonc',
    key: 'servers',
    extra: { type: 'stdio' },
    needsCmd: false,
    variables: /\$\{env:([A-Za-z_]\w*)\}/g,
    nextStep: 'Open .vscode/mcp.json in VS Code and press Start above the server.',
  },
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'claude', 'claude-rules', 'copilot', 'copilot-instructions'],
} as const satisfies Client;
