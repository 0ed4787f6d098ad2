import { type Client, hookSeconds } from './client.ts';
import { partsOf, tokensOfUsage } from './facts/agent.ts';
import { sharedFile } from './shared.ts';

export const codex = {
  name: 'Codex',
  saysItIs: ['codex-mcp-client'],
  servers: {
    projectFile: '.codex/config.toml',
    homeFiles: ['.codex/config.toml'],
    format: 'toml',
    key: 'mcp_servers',
    extra: {},
    needsCmd: true,
    nextStep: 'Codex reads it in folders that you trust; "codex mcp list" shows it.',
  },
  hooks: {
    // Not config.toml: a mistake there keeps Codex from starting at all.
    projectFile: '.codex/hooks.json',
    projectFiles: ['.codex/hooks.json'],
    homeFiles: ['.codex/hooks.json'],
    shape: 'nested',
    head: {},
    extra: { type: 'command' },
    timeout: { key: 'timeout', second: 1 },
    events: [
      { name: 'SessionStart', seconds: hookSeconds.start },
      { name: 'SubagentStart', seconds: hookSeconds.start },
      { name: 'PreToolUse', matcher: 'apply_patch|Edit|Write', seconds: hookSeconds.edit },
    ],
    alsoRuns: [],
    neverFired: 'Start Codex in this folder, trust the folder, and allow the hooks in /hooks.',
    trust: {
      file: '.codex/config.toml',
      folderVariable: 'CODEX_HOME',
      eventName: (event) => event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    },
  },
  pointer: 'AGENTS.md',
  reads: ['agents', 'skills'],
  signs: ['.codex', 'AGENTS.override.md'],
  limits: { chainBytes: 32_768 },
  readsFirstOf: ['AGENTS.override.md', sharedFile],
  sources: { folders: ['.codex'], skills: ['.codex'] },
  agent: {
    program: 'codex',
    command: 'codex exec --json --ephemeral --skip-git-repo-check -s workspace-write -C {dir} {prompt}',
    mcpArguments: (server) =>
      server === null
        ? []
        : [
            ...['-c', `mcp_servers.precept.command=${JSON.stringify(server.command)}`],
            ...['-c', `mcp_servers.precept.args=${JSON.stringify(server.args)}`],
            ...Object.entries(server.env).flatMap(([name, value]) => [
              '-c',
              `mcp_servers.precept.env.${name}=${JSON.stringify(value)}`,
            ]),
          ],
    home: { CODEX_HOME: '.codex' },
    logins: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    prints: {
      isEvent: ({ type }) => /^(?:item|thread|turn)\./.test(String(type)),
      said: ({ type, item }) => {
        const { type: kind, text } = partsOf(item);
        return type === 'item.completed' && kind === 'agent_message' ? text : null;
      },
      tokens: ({ usage }) => tokensOfUsage(usage),
      isTurn: ({ type }) => type === 'turn.completed',
    },
  },
} as const satisfies Client;
