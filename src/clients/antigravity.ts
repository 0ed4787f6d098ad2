import type { Client } from './client.ts';
import { filesBelow } from './facts/source.ts';
import { flatFolder, triggerHead } from './facts/target.ts';

export const antigravity = {
  name: 'Antigravity',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'antigravity', 'skills'],
  limits: { fileCharacters: 12_000 },
  targets: { antigravity: flatFolder('.agents/rules', '.md', triggerHead) },
  sources: { files: [filesBelow(18, String.raw`\.agents/rules`, String.raw`\.md`)] },
} as const satisfies Client;
