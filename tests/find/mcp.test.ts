import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Host } from '../mcp/clients.ts';
import { tempFolder } from '../support/folder.ts';
import { content } from './content.ts';

let host: Host;
beforeAll(async () => {
  const rules = await tempFolder({ ...content, 'shop/metadata.yml': 'parents: [company, gone]\n' });
  host = await connect('SDK 2.x', ['-r', rules, '--default-scope', 'shop']);
});
afterAll(() => host?.close());

describe('the tool find_guidance', () => {
  test('comes before the index, asks for keywords, and is to be loaded always', async () => {
    const { tools } = await host.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names.indexOf('find_guidance')).toBe(names.indexOf('get_category_index') - 1);
    const tool = tools[names.indexOf('find_guidance')];
    expect(tool?.description).toMatch(/keywords/);
    expect(JSON.stringify(tool?.inputSchema.properties?.task)).toMatch(/technologies, artefacts, concerns/);
    expect(tool?._meta).toEqual({ 'anthropic/alwaysLoad': true });
  });

  test('says first what is missing, then which scope it is about', async () => {
    const { text, isError } = await host.call('find_guidance', {
      task: 'Answer errors',
      files: 'db/one.sql',
    });
    expect(isError).toBe(false);
    expect(text).toMatch(
      /^> \*\*Incomplete:\*\* the rules of `gone` are missing.*\n\n> \*\*Note:\*\* Using default scope: `shop`\n\n# Categories of scope shop that fit\n\nFor your files:\n\n- `data.sql`/,
    );
    expect(text).toMatch(/Fits:\n\n- `api.errors`: When an endpoint can answer with an error\n/);
  });

  test('says what to give it', async () => {
    expect(await host.call('find_guidance')).toEqual({
      text: expect.stringMatching(/^Neither a task nor files are given\. Give "task"/),
      isError: true,
    });
    const { text, isError } = await host.call('find_guidance', { task: 'a', max_results: 51 });
    expect({ text, isError }).toEqual({ text: expect.stringMatching(/from 1 to 50/), isError: true });
  });

  test('takes files and categories as lists too, in which a path may have commas', async () => {
    const { text } = await host.call('find_guidance', { files: ['db/a,b.sql', 'src/api/x.ts'] });
    expect(text).toMatch(/For your files:\n\n- `api.http`.*\n- `data.sql`/);
    const both = { categories: ['data', 'ui.forms'] };
    const listed = await host.call('get_rules', both);
    expect(listed).toEqual(await host.call('get_rules', { categories: 'data,ui.forms' }));
    expect(listed.text).toContain('Label every field');
    expect((await host.call('get_category_index', both)).text).toContain('`sql`');
    expect((await host.call('get_katas', { categories: ['delivery'] })).text).toContain('cut-release');
    expect(await host.call('get_rules', { categories: [1] })).toMatchObject({ isError: true });
  });

  test('learns from what an agent reports, in the same conversation', async () => {
    const task = 'Paint the harbour walls';
    expect((await host.call('find_guidance', { task: `${task}: fields` })).text).not.toContain('data.sql');
    const report = { type: 'missed_categories', task, categories: 'data.sql', reason: 'Unseen' };
    expect((await host.call('submit_feedback', report)).isError).toBe(false);
    expect((await host.call('find_guidance', { task: `${task}: fields` })).text).toContain('- `data.sql`');
  });
});
