import type { Client } from './client.ts';

export const devin = {
  name: 'Devin',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'devin'],
  signs: ['.windsurf'],
  limits: { fileCharacters: 12_000 },
} as const satisfies Client;
