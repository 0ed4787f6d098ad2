import type { Client } from './client.ts';

export const antigravity = {
  name: 'Antigravity',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'antigravity', 'skills'],
  limits: { fileCharacters: 12_000 },
} as const satisfies Client;
