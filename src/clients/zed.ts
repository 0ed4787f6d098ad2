import type { Client } from './client.ts';
import { rootFile } from './facts/source.ts';
import { sharedFile } from './shared.ts';

export const zed = {
  name: 'Zed',
  saysItIs: ['Zed', 'zed'],
  servers: {
    projectFile: '.zed/settings.json',
    homeFiles: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
    format: 'jsonc',
    key: 'context_servers',
    extra: {},
    needsCmd: true,
    nextStep: 'Open this folder in Zed and trust it; its agent settings show the server.',
  },
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents', 'copilot-instructions', 'skills'],
  signs: ['.zed', '.rules'],
  instructions: ['.rules'],
  readsFirstOf: [
    '.rules',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.github/copilot-instructions.md',
    'AGENT.md',
    sharedFile,
    'CLAUDE.md',
    'GEMINI.md',
  ],
  sources: { files: [rootFile(8, String.raw`\.rules`)] },
} as const satisfies Client;
