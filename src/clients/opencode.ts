import type { Client } from './client.ts';

export const opencode = {
  name: 'opencode',
  saysItIs: ['opencode'],
  servers: {
    projectFile: 'opencode.json',
    homeFiles: ['.config/opencode/opencode.json'],
    format: 'jsonc',
    key: 'mcp',
    extra: { type: 'local' },
    isOneList: true,
    needsCmd: true,
    nextStep: 'Start opencode in this folder; "opencode mcp list" shows the server.',
  },
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents'],
} as const satisfies Client;
