import type { Client } from './client.ts';
import { filesBelow } from './facts/source.ts';
import { flatFolder } from './facts/target.ts';

export const jetbrains = {
  name: 'JetBrains AI Assistant',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: null,
  reads: ['jetbrains', 'skills'],
  targets: {
    // Its lines are not YAML, and a file without `apply` is off.
    jetbrains: flatFolder('.aiassistant/rules', '.md', ({ patterns }) =>
      patterns.length === 0
        ? ['apply: always']
        : ['apply: by file patterns', `patterns: ${patterns.join(', ')}`],
    ),
  },
  sources: {
    folders: ['.aiassistant'],
    files: [filesBelow(17, String.raw`\.aiassistant/rules`, String.raw`\.md`)],
  },
} as const satisfies Client;
