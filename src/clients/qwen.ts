import { type Client, hookSeconds } from './client.ts';
import { resultMessages } from './facts/agent.ts';
import { rootFile } from './facts/source.ts';

export const qwen = {
  name: 'Qwen Code',
  saysItIs: ['qwen-cli-mcp-client', 'qwen-code'],
  servers: {
    projectFile: '.qwen/settings.json',
    homeFiles: ['.qwen/settings.json'],
    format: 'jsonc',
    key: 'mcpServers',
    extra: {},
    needsCmd: false,
    variables: /\$\{?([A-Z_][A-Z0-9_]*)\b/g,
    nextStep: 'Start Qwen Code in this folder and trust it; /mcp shows the server.',
  },
  hooks: {
    projectFile: '.qwen/settings.json',
    projectFiles: ['.qwen/settings.json'],
    homeFiles: ['.qwen/settings.json'],
    shape: 'nested',
    head: {},
    extra: { name: 'precept', type: 'command' },
    timeout: { key: 'timeout', second: 1000 },
    // An answer to PreToolUse would have to allow the tool, so that it comes after it.
    events: [
      { name: 'SessionStart', seconds: hookSeconds.start },
      { name: 'SubagentStart', seconds: hookSeconds.start },
      { name: 'PostToolUse', matcher: 'read_file|edit|write_file|notebook_edit', seconds: hookSeconds.edit },
    ],
    alsoRuns: [],
    neverFired: 'Start Qwen Code in this folder and trust it: an untrusted folder turns its hooks off.',
  },
  pointer: 'AGENTS.md',
  reads: ['agents'],
  sources: { files: [rootFile(5, String.raw`QWEN\.md`)] },
  agent: {
    program: 'qwen',
    command: 'qwen {prompt} -o json --approval-mode yolo --mcp-config {mcp_config}',
    mcpArguments: (_, config) => ['--mcp-config', config],
    home: { QWEN_HOME: '.qwen' },
    logins: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    prints: resultMessages,
  },
} as const satisfies Client;
