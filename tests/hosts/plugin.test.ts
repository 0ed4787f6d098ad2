import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../src/service/operations.ts';
import { precept } from '../cli/command-line.ts';
import { root } from '../docs/markdown.ts';
import { tempFolder } from '../support/folder.ts';

const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const plugin = (file: string) => read(`editors/claude-plugin/${file}`);

describe('the plugin for Claude Code', () => {
  test('has the version of the package, and starts the server as init does', async () => {
    const { name, version } = JSON.parse(plugin('.claude-plugin/plugin.json'));
    expect({ name, version }).toEqual({ name: 'precept', version: JSON.parse(read('package.json')).version });
    const cwd = await tempFolder();
    const { stdout } = await precept(['init', '--client', 'claude'], { cwd });
    expect(JSON.parse(plugin('.mcp.json'))).toEqual(JSON.parse(stdout));
  });

  test('has the hooks that init writes', async () => {
    const cwd = await tempFolder();
    await precept(['init', '--client', 'claude', '--write'], { cwd });
    const written = JSON.parse(readFileSync(`${cwd}/.claude/settings.json`, 'utf8'));
    expect(JSON.parse(plugin('hooks/hooks.json')).hooks).toEqual(written.hooks);
  });

  test('has a skill that names tools which exist', () => {
    const [, head = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(plugin('skills/ask-for-rules/SKILL.md')) ?? [];
    const { name, description, ...others } = parse(head);
    expect({ name, others }).toEqual({ name: 'ask-for-rules', others: {} });
    expect(description.length).toBeLessThanOrEqual(1024);
    const tools = [...body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, tool]) => tool);
    expect(tools.length).toBeGreaterThan(3);
    const known = operations.filter(({ mcp }) => mcp !== null).map((operation) => operation.name);
    for (const tool of tools) expect(known).toContain(tool);
  });
});

test('the links of the README install what init writes', () => {
  const text = read('README.md');
  const [, config = ''] = /mcp\/install\?name=precept&config=([\w+/=%]+)/.exec(text) ?? [];
  const entry = { command: 'npx', args: ['-y', 'precept-mcp', '--watch'] };
  expect(JSON.parse(Buffer.from(decodeURIComponent(config), 'base64').toString())).toEqual(entry);
  const [, redirected = ''] = /vscode\.dev\/redirect\?url=([^)\s]+)/.exec(text) ?? [];
  const [, json = ''] = /^vscode:mcp\/install\?(.*)$/.exec(decodeURIComponent(redirected)) ?? [];
  expect(JSON.parse(decodeURIComponent(json))).toEqual({ name: 'precept', type: 'stdio', ...entry });
});
