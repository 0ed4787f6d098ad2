import { type Client, hookSeconds } from './client.ts';

export const gemini = {
  name: 'Gemini CLI',
  saysItIs: ['gemini-cli-mcp-client', 'gemini-cli'],
  servers: {
    projectFile: '.gemini/settings.json',
    homeFiles: ['.gemini/settings.json'],
    format: 'jsonc',
    key: 'mcpServers',
    extra: {},
    needsCmd: false,
    variables: /\$\{?([A-Z_][A-Z0-9_]*)\b/g,
    nextStep: 'Start Gemini CLI in this folder and trust it; /mcp shows the server.',
  },
  hooks: {
    projectFile: '.gemini/settings.json',
    projectFiles: ['.gemini/settings.json'],
    homeFiles: ['.gemini/settings.json'],
    shape: 'nested',
    head: {},
    extra: { name: 'precept', type: 'command' },
    timeout: { key: 'timeout', second: 1000 },
    // BeforeTool gives an agent nothing to read; a matcher of SessionStart is one exact word.
    events: [
      { name: 'SessionStart', seconds: hookSeconds.start },
      { name: 'AfterTool', matcher: 'read_file|replace|write_file', seconds: hookSeconds.edit },
    ],
    alsoRuns: [],
    neverFired:
      'Start Gemini CLI in this folder and trust it: an untrusted folder turns hooks off; /hooks lists them.',
  },
  pointer: 'GEMINI.md',
  reads: ['gemini'],
  signs: ['.gemini', 'GEMINI.md'],
} as const satisfies Client;
