import type { Client } from './client.ts';

export const amp = {
  name: 'Amp',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['skills'],
} as const satisfies Client;
