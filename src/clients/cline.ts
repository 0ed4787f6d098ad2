import type { Client } from './client.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { nestedFolder, pathsHead } from './facts/target.ts';

export const cline = {
  name: 'Cline',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'cline'],
  signs: ['.clinerules'],
  targets: { cline: nestedFolder('.clinerules', '.md', pathsHead) },
  sources: {
    folders: ['.cline', '.clinerules'],
    skills: ['.cline'],
    files: [
      rootFile(8, String.raw`\.clinerules`),
      filesBelow(16, String.raw`\.clinerules`, String.raw`\.(?:md|txt)`),
    ],
  },
} as const satisfies Client;
