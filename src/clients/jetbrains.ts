import type { Client } from './client.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { flatFolder } from './facts/target.ts';
import { sharedFile } from './shared.ts';

export const jetbrains = {
  name: 'JetBrains AI Assistant',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: null,
  reads: ['jetbrains', 'skills'],
  signs: ['.junie'],
  targets: {
    // Its lines are not YAML, and a file without `apply` is off.
    jetbrains: flatFolder('.aiassistant/rules', '.md', ({ patterns }) =>
      patterns.length === 0
        ? ['apply: always']
        : ['apply: by file patterns', `patterns: ${patterns.join(', ')}`],
    ),
  },
  // Junie, the agent of the same maker.
  readsFirstOf: ['.junie/AGENTS.md', sharedFile],
  sources: {
    folders: ['.aiassistant', '.junie'],
    skills: ['.junie'],
    files: [
      rootFile(2, String.raw`\.junie/AGENTS\.md`),
      rootFile(9, String.raw`\.junie/guidelines\.md`),
      { rank: 10, pattern: String.raw`\.junie/playbook\.md` },
      filesBelow(17, String.raw`\.aiassistant/rules`, String.raw`\.md`),
      filesBelow(19, String.raw`\.junie/rules`, String.raw`\.md`),
    ],
  },
} as const satisfies Client;
