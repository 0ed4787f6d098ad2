import { type Client, hookSeconds } from './client.ts';

export const copilot = {
  name: 'Copilot',
  saysItIs: ['github-copilot-developer', 'copilot-cli', 'copilot'],
  servers: {
    // It reads .mcp.json of Claude Code as well; of two entries with one name it takes one.
    projectFile: '.github/mcp.json',
    homeFiles: ['.copilot/mcp-config.json'],
    format: 'json',
    key: 'mcpServers',
    extra: {},
    needsCmd: true,
    nextStep: 'Start Copilot CLI in this folder and trust it; /mcp shows the server.',
  },
  hooks: {
    projectFile: '.github/hooks/precept.json',
    projectFiles: ['.github/hooks/*.json'],
    homeFiles: ['.copilot/hooks/*.json'],
    shape: 'flat',
    head: { version: 1 },
    extra: { type: 'command' },
    timeout: { key: 'timeoutSec', second: 1 },
    // preToolUse gives an agent nothing to read, and a hook that fails there denies the tool.
    events: [
      { name: 'sessionStart', seconds: hookSeconds.start },
      { name: 'subagentStart', seconds: hookSeconds.start },
      { name: 'postToolUse', matcher: 'view|create|edit|apply_patch', seconds: hookSeconds.edit },
    ],
    alsoRuns: [
      {
        client: 'claude',
        cure: 'Nothing is shown twice, and nothing has to be done; a project without Claude Code can take them out there.',
      },
    ],
    neverFired:
      'Start Copilot CLI in this folder and trust it; the cloud agent takes hooks from the default branch.',
  },
  pointer: 'AGENTS.md',
  reads: ['agents', 'claude', 'copilot', 'copilot-instructions', 'copilot-skills'],
  limits: { reviewCharacters: 4000 },
} as const satisfies Client;
