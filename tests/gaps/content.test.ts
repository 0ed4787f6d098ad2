import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Host } from '../mcp/clients.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { type Break, breaks, sound } from './breaks.ts';

/** The tools that answer about a scope; a kata is named beside the scope. */
const tools = [
  'find_guidance',
  'get_rules',
  'get_category_index',
  'get_kata_category_index',
  'get_katas',
  'get_kata',
  'get_user_stories',
  'get_acceptance_criteria',
  'get_validation_status',
] as const;

let rules: string;
let host: Host;

/** All broken trees lie side by side in one folder, each scope behind the place of its break. */
const prefixed = (at: number, text: string) =>
  text.replace(/\b(company|team|project|gone|Company|g\d+)\b(?=[,\]\n/]|$)/gm, `b${at}-$1`);

async function plant({ files, folder, link }: Break, at: number): Promise<void> {
  const tree = Object.entries({ ...sound, ...files });
  const own = tree.map(([file, text]) => [
    `b${at}-${file}`,
    file.endsWith('metadata.yml') ? prefixed(at, text) : text,
  ]);
  await writeFiles(rules, Object.fromEntries(own));
  const place = join(rules, `b${at}-${folder ?? link}`);
  if (folder !== undefined || link !== undefined) await rm(place);
  if (folder !== undefined) await mkdir(place);
  if (link !== undefined) await symlink(join(place, 'nowhere'), place);
}

beforeAll(async () => {
  rules = await tempFolder(sound);
  await Promise.all(breaks.map(plant));
  host = await connect('SDK 2.x, auto', ['-r', rules]);
});
afterAll(() => host?.close());

async function ask(tool: string, scope_name: string) {
  const { text, isError } = await host.call(tool, {
    scope_name,
    ...(tool === 'get_kata' && { kata_name: 'release' }),
    ...(tool === 'find_guidance' && { task: 'rule' }),
  });
  // Without what tells the trees apart.
  return { isError, text: text.replaceAll(/\bb\d+-/g, '') };
}

describe('over MCP an answer that lacks something begins with a line that says so', () => {
  test('and one that lacks nothing does not', async () => {
    for (const tool of tools) expect((await ask(tool, 'project')).text, tool).not.toContain('Incomplete');
  });

  test.each(breaks.map((one, at) => [one.name, one, at] as const))('%s', async (_, { told, fault }, at) => {
    const isFailure = told?.source.includes('rendered') ?? false;
    for (const tool of tools) {
      const { text, isError } = await ask(tool, `b${at}-project`);
      if (told === null) {
        expect([isError, text], tool).toEqual([true, expect.stringMatching(fault as RegExp)]);
      } else if (tool === 'get_kata' && fault !== undefined) {
        // The scope has none left, and the fault says why.
        expect([isError, text], tool).toEqual([true, expect.stringMatching(fault)]);
      } else if (!isFailure || tool === 'get_rules') {
        const [first = ''] = text.split('\n');
        expect(first, tool).toMatch(/^> \*\*Incomplete:\*\* /);
        expect(first.replace('> **Incomplete:** ', ''), tool).toMatch(told);
      } else expect(text, tool).not.toContain('Incomplete');
    }
  });

  test('resources and prompts too, before what a prompt says of itself', async () => {
    const at = breaks.findIndex(({ name }) => name === 'a parent that is not there');
    const scope_name = `b${at}-project`;
    for (const view of ['rules', 'index', 'tenka', 'katas/k/release']) {
      const uri = `precept://scopes/${scope_name}/${view}`;
      const { contents } = await host.client.readResource({ uri });
      expect(contents[0], view).toMatchObject({
        text: expect.stringMatching(
          /^> \*\*Incomplete:\*\* the rules of `b\d+-gone`(?![\s\S]*\*\*Incomplete:)/,
        ),
      });
    }
    for (const [name, more] of [
      ['apply_scope_rules', {}],
      ['follow_kata', { kata_name: 'release' }],
    ] as const) {
      const { messages } = await host.client.getPrompt({ name, arguments: { scope_name, ...more } });
      expect(messages[0]?.content).toMatchObject({
        text: expect.stringMatching(/^> \*\*Incomplete:\*\* the rules of `b\d+-gone`.*\n\nFollow these /),
      });
    }
  });
});
