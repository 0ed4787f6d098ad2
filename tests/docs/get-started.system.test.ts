import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { writeFiles } from '../support/folder.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { hasShell } from '../support/system.ts';
import { placeOf, readMarkdown } from './markdown.ts';
import { createSandbox } from './sandbox.ts';

const page = readMarkdown('docs/get-started.md');

/** What an agent gets from the server that the project's .mcp.json starts. */
async function askAsAgent(cwd: string): Promise<string> {
  const config = JSON.parse(await readFile(path.join(cwd, '.mcp.json'), 'utf8'));
  const [yes, name, ...args] = config.mcpServers.precept.args as string[];
  expect([config.mcpServers.precept.command, yes, name]).toEqual(['npx', '-y', 'precept-mcp']);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile, ...args],
    cwd,
    env: await cleanEnvironment(),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  await client.connect(transport);
  const asked = { scope_name: 'shop', categories: 'api.errors' };
  const { content } = await client.callTool({ name: 'get_rules', arguments: asked });
  await client.close();
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

// Windows has no bash of its own.
test.runIf(hasShell)('the tutorial, followed exactly, shows what it says', async () => {
  const sandbox = await createSandbox({}, {});
  let cwd = path.join(sandbox.folder, 'home');
  let seen = '';
  for (const snippet of page.snippets) {
    const { language, text, before } = snippet;
    if (language === 'sh') {
      const ended = await sandbox.run(text, { cwd });
      expect(ended, placeOf(snippet)).toMatchObject({ code: 0 });
      seen = ended.stdout;
      const [, folder = '.'] = /^cd (\S+)$/m.exec(text) ?? [];
      cwd = path.join(cwd, folder);
    } else if (language === 'yaml') {
      const [, file = ''] = /`(\.precept\/[^`]+\.yml)`/.exec(before) ?? [];
      await writeFiles(cwd, { [file]: text });
    } else if (language === 'markdown') {
      expect((await askAsAgent(cwd)).trim(), placeOf(snippet)).toBe(text.trim());
    } else {
      for (const line of text.trim().split('\n')) expect(seen, placeOf(snippet)).toContain(line);
    }
  }
  expect(page.snippets.length).toBeGreaterThan(12);
});
