import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { createMcpServer } from '../../src/faces/mcp/server.ts';
import { toolNames } from '../../src/model/names/tool-names.ts';
import { ask } from '../../src/service/ask.ts';
import { getRules } from '../../src/service/operations/get-rules.ts';
import { operations } from '../../src/service/operations.ts';
import { writeFiles } from '../support/folder.ts';
import { type TestService, testService } from '../support/service.ts';

const story = '{who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c}}}';
const vision = ['get_user_stories', 'get_acceptance_criteria', 'get_validation_status'];

/** A client of an MCP server over this service. */
async function clientOf({ service }: Pick<TestService, 'service'>): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(service);
  const client = new Client({ name: 'precept-tests', version: '1.0.0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}
const named = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const listed = async (files: Readonly<Record<string, string>>, values: Partial<SettingValues> = {}) =>
  named(await clientOf(await testService(files, values)));
const call = async (client: Client, name: string, args: Record<string, unknown> = { scope_name: 's' }) => {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { isError, text: content.map((item) => (item.type === 'text' ? item.text : '')).join('') };
};

const withStory = { 's/tenka.yml': `tenka:\n  US1: ${story}\n` };
const all = operations.filter(({ mcp }) => mcp !== null).map(({ name }) => name);
const without = all.filter((name) => !vision.includes(name));

test('the setting knows every tool', () => {
  expect(all.filter((name) => !(toolNames as readonly string[]).includes(name))).toEqual([]);
});

describe('tools/list', () => {
  test('costs no more than it has to', async () => {
    const { tools } = await (await clientOf(await testService(withStory))).listTools();
    const size = Buffer.byteLength(JSON.stringify({ tools }));
    expect(size).toBeLessThanOrEqual(6500);
    for (const { name, inputSchema, _meta } of tools) {
      expect(inputSchema).not.toHaveProperty('$schema');
      expect(inputSchema.required, name).not.toEqual([]);
      expect(_meta?.['anthropic/alwaysLoad'], name).toBe(
        ['find_guidance', 'get_category_index', 'get_rules'].includes(name) || undefined,
      );
    }
  });

  test('say what is missing', async () => {
    const client = await clientOf(await testService(withStory));
    expect(await call(client, 'get_kata', {})).toEqual({
      isError: true,
      text: expect.stringContaining(
        'kata_name: it is missing; this tool takes kata_name, scope_name, category',
      ),
    });
    await expect(client.getPrompt({ name: 'follow_kata', arguments: { kata: 'x' } })).rejects.toThrow(
      'kata: there is no such argument; this prompt takes kata_name, scope_name, category',
    );
  });

  test.each([
    ['in a mapping', withStory, all],
    ['in braces', { 'a/': '', 's/tenka.yml': `{"tenka": {"US12": ${story}}}` }, all],
    ['in none of many scopes', { 's/tenka.yml': 'tenka: {}\n', 't/tenka.yml': '# like US1\n' }, without],
    ['without files', { 's/': '' }, without],
  ])('has the tools of visions where there is a story: %s', async (_, files, tools) => {
    expect(await listed(files)).toEqual(tools);
  });

  test('has them where a master may have some', async () => {
    expect(await listed({ 's/': '' }, { master_server_url: ['http://127.0.0.1:9'] })).toEqual(all);
  });

  test('has them after a reload, and answers them all the time', async () => {
    const on = await testService({ 's/': '' });
    const client = await clientOf(on);
    expect(await named(client)).toEqual(without);
    expect(await call(client, 'get_user_stories')).toMatchObject({ isError: false });
    await writeFiles(on.rulesPath, withStory);
    await call(client, 'reload', {});
    expect(await named(client)).toEqual(all);
  });

  test.each([
    [
      ['get_rules', 'list_scopes'],
      ['list_scopes', 'get_rules'],
    ],
    [
      ['-reload', '-submit_feedback'],
      without.filter((name) => !['reload', 'submit_feedback'].includes(name)),
    ],
    [['get_rules', 'get_kata', '-get_kata'], ['get_rules']],
    [
      ['get_rules', 'get_user_stories'],
      ['get_rules', 'get_user_stories'],
    ],
  ])('has what mcp_tools leaves: %j', async (mcp_tools, tools) => {
    expect(await listed({ 's/': '' }, { mcp_tools })).toEqual(tools);
  });

  test('and a tool that it leaves out says so', async () => {
    const client = await clientOf(await testService({ 's/': '' }, { mcp_tools: ['-reload'] }));
    expect(await call(client, 'reload', {})).toEqual({
      isError: true,
      text: 'This server does not offer the tool reload: its setting mcp_tools leaves it out. Use the tools that are listed.',
    });
  });
});

test('lists of tags and refs may be lists too, though tools/list shows a text', async () => {
  const client = await clientOf(await testService(withStory));
  const same = async (name: string, list: Record<string, string[]>) => {
    const [[key, values = []] = ['']] = Object.entries(list);
    const asText = await call(client, name, { scope_name: 's', [key]: values.join(',') });
    expect(await call(client, name, { scope_name: 's', ...list })).toEqual(asText);
    expect(asText.isError).toBe(false);
  };
  await same('get_acceptance_criteria', { stories: ['US1'] });
  await same('get_user_stories', { tags: ['a', 'b'] });
  const wrong = await call(client, 'get_acceptance_criteria', { scope_name: 's', stories: [1] as never });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('stories') });
});

describe('arguments that a client fills in though it means to leave them out', () => {
  test('count as left out where they are null', async () => {
    const client = await clientOf(await testService(withStory));
    const blank = { task: null, files: null, categories: null, max_tokens: null };
    expect(await call(client, 'get_rules', { scope_name: 's', ...blank })).toEqual(
      await call(client, 'get_rules'),
    );
    expect((await call(client, 'get_rules', { scope_name: null })).text).toMatch(/^No scope_name was given/);
    expect((await call(client, 'get_kata', { kata_name: null })).text).toContain('kata_name: it is missing');
  });

  test.each([
    ['get_rules', { scope_name: '' }, 'leave scope_name out for the default scope'],
    ['get_rules', { scope_name: 's', categories: '' }, ', or leave it out.'],
    ['get_rules', { scope_name: 's', max_tokens: '' }, 'above 0; leave it out instead'],
    ['get_kata', { scope_name: 's', kata_name: 'k', category: '' }, ', or leave it out.'],
    ['get_acceptance_criteria', { scope_name: 's', stories: '' }, ', or leave it out.'],
    ['get_user_stories', { scope_name: 's', status: '' }, '; leave it out instead'],
  ])(
    'are refused by %s where they are empty, with the advice to leave them out: %j',
    async (name, given, advice) => {
      const client = await clientOf(await testService(withStory));
      const told = await call(client, name, given);
      expect(told).toMatchObject({ isError: true, text: expect.stringContaining(advice) });
    },
  );
});

describe('rules that are too long for one answer', () => {
  const files = {
    's/metadata.yml': 'parent: gone\n',
    's/commandments.yml': `a: {when: First, ruleset: [${'x'.repeat(300)}]}\na.b: {ruleset: [y]}\n`,
    's/suggestions.yml': 'c: {ruleset: [z, "{{ away }}"]}\n',
  };
  const open = (rules_max_tokens: number) => testService(files, { rules_max_tokens, default_scope: 's' });
  const block = /^> \*\*Incomplete:\*\* the rules of `gone` [^\n]*\n/;

  test('are given as their index, behind what is missing and how long they are', async () => {
    const on = await open(60);
    const client = await clientOf(on);
    const whole = await ask(getRules, { scope_name: 's', debug: false }, on.service);
    const about = Math.ceil(Buffer.byteLength(whole.text('markdown')) / 4);
    const { text, isError } = await call(client, 'get_rules', {});
    expect(isError).toBe(false);
    expect(text).toMatch(block);
    expect(text.replace(block, '')).toMatch(
      new RegExp(
        `^\\nThese rules are about ${about} tokens, too long for one answer\\. [^\\n]*fewer categories\\.\\n\\n> \\*\\*Note:\\*\\* Using default scope: \`s\`\\n\\n# Index of rule categories for scope s\\n\\n- \`a\`: First\\n  - \`b\`\\n- \`c\`\\n`,
      ),
    );
    const some = await call(client, 'get_rules', { scope_name: 's', categories: 'a' });
    expect(some.text).toContain('\n- `a`: First\n  - `b`\n\n');
  });

  test('are whole where they are of one category, up to the limit, without one, and in prompts', async () => {
    const client = await clientOf(await open(60));
    expect((await call(client, 'get_rules', { categories: 'a.b' })).text).toContain('- **MUST**: y');
    const alone = await testService(
      { 's/commandments.yml': `a: {ruleset: [${'x'.repeat(300)}]}\nb: {ruleset: []}\n` },
      { rules_max_tokens: 60 },
    );
    expect((await call(await clientOf(alone), 'get_rules')).text).toContain('- **MUST**: xxx');
    const { messages } = await client.getPrompt({ name: 'apply_scope_rules', arguments: {} });
    expect(JSON.stringify(messages)).toContain('- **MUST**: xxx');
    for (const limit of [0, 1000]) {
      const { text } = await call(await clientOf(await open(limit)), 'get_rules');
      expect(text).toContain('- **MUST**: xxx');
    }
  });
});
