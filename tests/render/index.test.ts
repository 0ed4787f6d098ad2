import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';
import { content } from './content.ts';

const shop = { scope_name: 'shop' };

describe('the index', () => {
  test('as Markdown', async () => {
    const { service } = await testService(content, {
      index_markdown_prologue: 'Read this first, {{ scope.tags.team }}.',
      index_markdown_epilogue: 'End of {{ scope.name }}.',
    });
    const text = await ask(service, 'get_category_index', shop, 'markdown');
    await expect(text).toMatchFileSnapshot('__snapshots__/index.md');
  });

  test('as JSON', async () => {
    const { service } = await testService(content);
    const text = await ask(service, 'get_category_index', shop);
    await expect(JSON.stringify(JSON.parse(text), null, 2)).toMatchFileSnapshot('__snapshots__/index.json');
  });

  test('counts the rules of both kinds as they are merged', async () => {
    const { service } = await testService(content);
    const { commandments, suggestions } = JSON.parse(await ask(service, 'get_category_index', shop));
    const counts = (entries: { category: string; rule_count: number }[]) =>
      Object.fromEntries(entries.map(({ category, rule_count }) => [category, rule_count]));
    expect(counts(commandments)).toEqual({
      security: 2,
      'security.secrets': 1,
      'back.api.errors.format': 1,
      'back.db': 0,
    });
    expect(counts(suggestions)).toEqual({ security: 1, 'back.api': 1, 'a.b.c.d.e.f.g': 1 });
  });

  test('as written, `when` is the raw own text or null', async () => {
    const { service } = await testService(content);
    const read = async (scope: string) =>
      JSON.parse(await ask(service, 'get_category_index', { scope_name: scope, debug: true }));
    expect((await read('failing')).commandments).toEqual([
      {
        category: 'a',
        when: 'When {{ mood }} is set',
        rule_count: 3,
        tags: [],
        tokens: 12,
        paths: [],
        see: [],
      },
    ]);
    expect((await read('base')).commandments[1]).toMatchObject({
      category: 'security.secrets',
      when: null,
      rule_count: 1,
      tags: [],
    });
  });

  test('reports a failing `when`, a failing epilogue and a failing default description', async () => {
    const settings = {
      index_markdown_epilogue: '{{ gone }}',
      default_category_description: 'In {{ nowhere }}',
    };
    const { service } = await testService(
      { ...content, 'failing/suggestions.yml': 'z: {ruleset: [x]}\nz.y: {ruleset: [x]}\n' },
      settings,
    );
    const input = { scope_name: 'failing' };
    const { commandments, suggestions, template_failures } = JSON.parse(
      await ask(service, 'get_category_index', input),
    );
    expect(commandments[0].when).toBe('');
    expect(suggestions.map((entry: { when: string }) => entry.when)).toEqual(['', '']);
    expect(template_failures).toEqual([
      expect.objectContaining({ element_type: 'when', element_identifier: 'a when', variable_name: 'mood' }),
      expect.objectContaining({ element_type: 'default_category_description', variable_name: 'nowhere' }),
    ]);
    const text = await ask(service, 'get_category_index', input, 'markdown');
    expect(text.split('## Template Failures')[1]?.match(/^### \S+/gm)).toEqual([
      '### when:',
      '### epilogue:',
    ]);
    expect(text).toMatch(/<\/ignore-failed-template>\n$/);
  });
});
