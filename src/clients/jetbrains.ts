import type { Client } from './client.ts';

export const jetbrains = {
  name: 'JetBrains AI Assistant',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: null,
  reads: ['jetbrains', 'skills'],
  signs: ['.junie'],
} as const satisfies Client;
