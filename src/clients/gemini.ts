import { type Client, hookSeconds } from './client.ts';
import { partsOf } from './facts/agent.ts';
import { rootFile } from './facts/source.ts';

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
  targets: { gemini: { shape: 'shared', path: 'GEMINI.md', nested: false } },
  instructions: ['GEMINI.md'],
  sources: { folders: ['.gemini'], skills: ['.gemini'], files: [rootFile(4, String.raw`GEMINI\.md`)] },
  agent: {
    program: 'gemini',
    command: 'gemini -p {prompt} -o json --approval-mode yolo --skip-trust',
    mcpFile: '.gemini/settings.json',
    // It reads the settings of a folder before it knows --skip-trust.
    mcpVariables: () => ({ GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    home: { GEMINI_CLI_HOME: '' },
    logins: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    prints: {
      lastWord: ({ type, response }) => (type === undefined ? response : null),
      tokens: ({ stats }) =>
        Object.values(partsOf(partsOf(stats).models)).map((model) => partsOf(partsOf(model).tokens).total),
    },
  },
} as const satisfies Client;
