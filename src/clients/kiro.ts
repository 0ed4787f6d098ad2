import type { Client } from './client.ts';
import { filesBelow } from './facts/source.ts';
import { flatFolder } from './facts/target.ts';

export const kiro = {
  name: 'Kiro',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'kiro'],
  targets: {
    kiro: flatFolder('.kiro/steering', '.md', ({ patterns }, write) =>
      patterns.length === 0
        ? ['inclusion: always']
        : ['inclusion: fileMatch', ...write.list('fileMatchPattern', patterns)],
    ),
  },
  sources: {
    folders: ['.kiro'],
    skills: ['.kiro'],
    files: [filesBelow(15, String.raw`\.kiro/steering`, String.raw`\.md`)],
  },
} as const satisfies Client;
