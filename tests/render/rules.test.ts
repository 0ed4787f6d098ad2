import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ask } from '../support/ask.ts';
import { idsOf } from '../support/rule-id.ts';
import { testService } from '../support/service.ts';
import { content } from './content.ts';

const shop = { scope_name: 'shop' };
/** Rendered texts that are written down anew have other ids. */
const withoutIds = (categories: Readonly<Record<string, object>>) =>
  Object.entries(categories).map(([name, category]) => [name, { ...category, ids: undefined }]);
const rulesOf = async (settings: Parameters<typeof testService>[1] = {}, input: object = shop) => {
  const { service } = await testService(content, settings);
  return (format: 'json' | 'markdown' | 'yaml') => ask(service, 'get_rules', { ...input }, format);
};

describe('rules', () => {
  test('as Markdown', async () => {
    const text = await (await rulesOf())('markdown');
    await expect(text).toMatchFileSnapshot('__snapshots__/rules.md');
  });

  test('as JSON', async () => {
    const text = await (await rulesOf())('json');
    await expect(JSON.stringify(JSON.parse(text), null, 2)).toMatchFileSnapshot('__snapshots__/rules.json');
  });

  test('as YAML, which reads back as the same rules', async () => {
    const answer = await rulesOf();
    const text = await answer('yaml');
    await expect(text).toMatchFileSnapshot('__snapshots__/rules.yml');
    const documents = parseAllDocuments(text);
    if (!Array.isArray(documents)) throw new Error('no documents');
    const [metadata, commandments, suggestions] = documents.map((document) => document.toJS());
    const json = JSON.parse(await answer('json'));
    expect(documents).toHaveLength(3);
    expect(metadata.metadata).toEqual({ ...json.metadata, parent: undefined });

    const { service } = await testService({
      'shop/metadata.yml': JSON.stringify({
        description: json.metadata.description,
        tags: json.metadata.tags,
      }),
      'shop/commandments.yml': JSON.stringify(commandments.commandments),
      'shop/suggestions.yml': JSON.stringify(suggestions.suggestions),
    });
    const again = JSON.parse(await ask(service, 'get_rules', shop));
    expect(withoutIds(again.commandments)).toEqual(withoutIds(json.commandments));
    expect(withoutIds(again.suggestions)).toEqual(withoutIds(json.suggestions));
  });

  test('in two flat lists, between prologue and epilogue, with XML tags', async () => {
    const answer = await rulesOf({
      rules_categorized: false,
      commandments_xml_tag: 'must-follow',
      suggestions_xml_tag: 'advice',
      rules_markdown_prologue: '> Rules of {{ scope.name }}, Precept {{ service_version | length > 0 }}\n',
      rules_markdown_epilogue: '{% if scope.tags.team %}Questions: #{{ scope.tags.team }}{% endif %}',
    });
    await expect(await answer('markdown')).toMatchFileSnapshot('__snapshots__/rules-flat.md');
  });

  test('XML tags under category headings wrap the text after the marker', async () => {
    const answer = await rulesOf(
      { commandments_xml_tag: 'c', suggestions_xml_tag: 's' },
      { ...shop, categories: 'security' },
    );
    const text = await answer('markdown');
    expect(text).toContain('- **MUST**: <c>Validate input at the border</c>\n');
    expect(text).toContain('- **SHOULD**: <s>Ask team web first</s>\n');
    expect(text).toContain(
      '- **MUST**: <c>Log every refused request:\n\n      deny: 403\n  and nothing else</c>\n',
    );
  });

  test('one tag alone leaves the other kind bare', async () => {
    const text = await (await rulesOf({ suggestions_xml_tag: 's' }))('markdown');
    expect(text).toContain('- **MUST**: Validate input at the border\n');
    expect(text).toContain('- **SHOULD**: <s>Seven levels</s>\n');
  });

  test('what failed closes the text', async () => {
    const answer = await rulesOf({ rules_markdown_prologue: 'By {{ author }}' }, { scope_name: 'failing' });
    await expect(await answer('markdown')).toMatchFileSnapshot('__snapshots__/rules-failures.md');
  });

  test('as written, nothing is rendered, tagged as failing, or filled in', async () => {
    const answer = await rulesOf({}, { scope_name: 'failing', debug: true });
    expect(JSON.parse(await answer('json'))).toEqual({
      metadata: expect.objectContaining({ name: 'failing' }),
      commandments: {
        a: {
          when: 'When {{ mood }} is set',
          tags: [],
          rules: ['Kept', 'Ask {{ owner }}\nor `{{ other }}`\n', '{{ 1 + }}'],
          ids: idsOf('commandments', ['Kept', 'Ask {{ owner }}\nor `{{ other }}`\n', '{{ 1 + }}']),
        },
      },
      suggestions: {},
    });
    const text = await answer('markdown');
    expect(text).toContain(
      '*When {{ mood }} is set*\n\n- **MUST**: Kept\n- **MUST**: Ask {{ owner }}\n  or `{{ other }}`\n',
    );
    expect(text).not.toContain('Template Failures');
  });

  test('a template text over 200 characters is cut in the report', async () => {
    const rule = `{{ nobody }}${'x'.repeat(300)}`;
    const { service } = await testService({ 'it/commandments.yml': `a: {ruleset: ["${rule}"]}\n` });
    const { template_failures } = JSON.parse(await ask(service, 'get_rules', { scope_name: 'it' }));
    expect(template_failures).toEqual([expect.objectContaining({ template_text: rule.slice(0, 200) })]);
  });
});
