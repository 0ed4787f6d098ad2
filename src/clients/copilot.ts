import { type Client, hookSeconds } from './client.ts';
import { filesBelow, rootFile } from './facts/source.ts';
import { flatFolder } from './facts/target.ts';

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
    // Names like those of Claude Code get payloads like those, which the hook takes too.
    takesAnyCase: true,
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
  targets: {
    // One string, since a list is dropped, and a file without is never attached.
    copilot: flatFolder('.github/instructions', '.instructions.md', ({ patterns, description }, write) => [
      `applyTo: ${write.quoted(patterns.length === 0 ? '**' : patterns.join(','))}`,
      ...(description === '' ? [] : [`description: ${write.quoted(description)}`]),
    ]),
    'copilot-instructions': { shape: 'shared', path: '.github/copilot-instructions.md', nested: false },
    'copilot-skills': { shape: 'skills', folder: '.github/skills' },
  },
  instructions: ['.github/copilot-instructions.md'],
  sources: {
    folders: ['.github'],
    skills: ['.github'],
    files: [
      rootFile(7, String.raw`\.github/copilot-instructions\.md`),
      filesBelow(13, String.raw`\.github/instructions`, String.raw`\.instructions\.md`),
    ],
  },
} as const satisfies Client;
