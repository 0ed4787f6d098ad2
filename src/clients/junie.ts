import type { Client } from './client.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { sharedFile } from './shared.ts';

/** The coding agent of JetBrains, beside its AI Assistant. */
export const junie = {
  name: 'Junie',
  saysItIs: [],
  servers: null,
  hooks: null,
  pointer: null,
  reads: ['agents'],
  signs: ['.junie'],
  readsFirstOf: ['.junie/AGENTS.md', sharedFile],
  sources: {
    folders: ['.junie'],
    skills: ['.junie'],
    files: [
      rootFile(2, String.raw`\.junie/AGENTS\.md`),
      rootFile(9, String.raw`\.junie/guidelines\.md`),
      { rank: 10, pattern: String.raw`\.junie/playbook\.md` },
      filesBelow(19, String.raw`\.junie/rules`, String.raw`\.md`),
    ],
  },
} as const satisfies Client;
