import type { Client } from './client.ts';

export const zed = {
  name: 'Zed',
  saysItIs: ['Zed', 'zed'],
  servers: {
    projectFile: '.zed/settings.json',
    homeFiles: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
    format: 'jsonc',
    key: 'context_servers',
    extra: {},
    needsCmd: true,
    nextStep: 'Open this folder in Zed and trust it; its agent settings show the server.',
  },
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'copilot-instructions', 'skills'],
  signs: ['.zed', '.rules'],
} as const satisfies Client;

/** Files that Zed reads in the place of those behind them; it takes the first only. */
export const zedOrder: readonly string[] = [
  '.rules',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
  'AGENT.md',
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
];
