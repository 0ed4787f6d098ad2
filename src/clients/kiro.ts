import type { Client } from './client.ts';

export const kiro = {
  name: 'Kiro',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'kiro'],
} as const satisfies Client;
