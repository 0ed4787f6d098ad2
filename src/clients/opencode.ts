import type { Client } from './client.ts';
import { partsOf } from './facts/agent.ts';

export const opencode = {
  name: 'opencode',
  saysItIs: ['opencode'],
  servers: {
    projectFile: 'opencode.json',
    homeFiles: ['.config/opencode/opencode.json'],
    format: 'jsonc',
    key: 'mcp',
    extra: { type: 'local' },
    isOneList: true,
    needsCmd: true,
    nextStep: 'Start opencode in this folder; "opencode mcp list" shows the server.',
  },
  hooks: null,
  pointer: 'AGENTS.md',
  reads: ['agents'],
  sources: { folders: ['.opencode'], skills: ['.opencode'] },
  agent: {
    program: 'opencode',
    command: 'opencode run --format json --auto --pure --dir {dir} {prompt}',
    mcpVariables: (server) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        mcp:
          server === null
            ? {}
            : {
                precept: {
                  type: 'local',
                  command: [server.command, ...server.args],
                  environment: server.env,
                  enabled: true,
                },
              },
      }),
    }),
    home: {},
    logins: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENCODE_API_KEY'],
    prints: {
      isEvent: ({ type }) => /^(?:step_|tool_use$)/.test(String(type)),
      said: ({ type, part }) => {
        const { type: kind, text } = partsOf(part);
        return type === 'text' && kind === 'text' ? text : null;
      },
      tokens: ({ part }) => {
        const { input, output } = partsOf(partsOf(part).tokens);
        return [input, output];
      },
    },
  },
} as const satisfies Client;
