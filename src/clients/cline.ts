import type { Client } from './client.ts';

export const cline = {
  name: 'Cline',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'cline'],
  signs: ['.clinerules'],
} as const satisfies Client;
