import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const files = {
  'company/commandments.yml': `
api.http: {when: When adding an endpoint, ruleset: [Page lists with a cursor]}
ways.conduct: {always: true, when: When working at all, ruleset: [Ask before you delete]}
ways.off: {always: true, ruleset: [Whisper]}
`,
  'company/suggestions.yml': 'zoo: {always: true, ruleset: [Feed the lions]}\n',
  'company/katas.yml': 'round: {always: true, katas: {look: "1. Look."}}\n',
  's/metadata.yml': 'parent: company\n',
  's/commandments.yml': 'ways.off: {always: false, ruleset: [Sing]}\n',
};
const of = async (operation: string, input: object, format: 'json' | 'markdown' = 'markdown', scope = 's') =>
  ask((await testService(files)).service, operation, { scope_name: scope, ...input }, format);

describe('a category with always: true', () => {
  test('comes first in the index, by its whole name, and nowhere else in it', async () => {
    expect(await of('get_category_index', {})).toMatch(
      /\n\nFor every change:\n\n- `round` \(katas only\) — katas: `look`\n- `ways\.conduct`: When working at all\n- `zoo`\n\n- `api`\n {2}- `http`: When adding an endpoint\n- `ways`\n {2}- `off`\n\n/,
    );
    const { commandments, katas } = JSON.parse(await of('get_category_index', {}, 'json'));
    expect(commandments[0]).toMatchObject({ category: 'ways.conduct', always: true });
    expect(commandments[1]).not.toHaveProperty('always');
    expect(katas[0]).toMatchObject({ category: 'round', always: true });
    expect(await of('get_category_index', { categories: 'zoo' })).toContain('For every change:\n\n- `zoo`\n');
  });

  test('is first among what find gives, whatever fits', async () => {
    expect(await of('find_guidance', { task: 'page lists' })).toMatch(
      /\n\nFits:\n\n- `round`.*\n- `ways\.conduct`.*\n- `zoo`\n- `api\.http`.*\n\n/,
    );
    expect(await of('find_guidance', { task: 'xylophone' })).toMatch(
      /\n\nNothing fits these words well\.\n\nFor every change:\n\n- `round`/,
    );
    const { results } = JSON.parse(await of('find_guidance', { task: 'page lists' }, 'json'));
    expect(results[1]).toMatchObject({ category: 'ways.conduct', always: true, fits: true });
  });

  test('is merged with the nearer word, goes through bundles, and is explained', async () => {
    const bundle = JSON.parse(await of('get_bundle', {}, 'json'));
    expect(bundle.commandments['ways.conduct'].always).toBe(true);
    expect(bundle.commandments['ways.off'].always).toBe(false);
    expect(bundle.commandments['api.http']).not.toHaveProperty('always');
    expect(bundle.katas.round.always).toBe(true);
    const { matches } = JSON.parse(await of('explain', { of: 'ways.conduct' }, 'json'));
    expect(matches[0].always).toBe(true);
    expect(await of('explain', { of: 'ways.conduct' })).toContain('This category belongs to every change.');
    expect(await of('explain', { of: 'api.http' })).not.toContain('every change');
  });

  test('leaves a category of that name what it was, and is true or false', async () => {
    const nested = 'a: {ruleset: [One], always: {ruleset: [Two]}}\n';
    const opened = await testService({ 's/commandments.yml': nested });
    const rules = await ask(
      opened.service,
      'get_rules',
      { scope_name: 's', categories: 'a.always' },
      'markdown',
    );
    expect(rules).toContain('- **MUST**: Two');
    const wrong = await testService({ 's/commandments.yml': 'a: {ruleset: [One], always: sometimes}\n' });
    await expect(ask(wrong.service, 'get_rules', { scope_name: 's' })).rejects.toThrow(/always/);
  });
});
