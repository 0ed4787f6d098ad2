import type { Client } from './client.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { flatFolder, triggerHead } from './facts/target.ts';

export const devin = {
  name: 'Devin',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'devin'],
  signs: ['.windsurf'],
  limits: { fileCharacters: 12_000 },
  targets: { devin: flatFolder('.devin/rules', '.md', triggerHead) },
  // Windsurf is its former name.
  sources: {
    folders: ['.devin', '.windsurf'],
    skills: ['.devin', '.windsurf'],
    files: [
      rootFile(8, String.raw`\.windsurfrules`),
      filesBelow(14, String.raw`\.(?:devin|windsurf)/rules`, String.raw`\.md`),
    ],
  },
} as const satisfies Client;
