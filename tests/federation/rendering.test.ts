import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { asked, reader, rulesOf, startServer } from './servers.ts';

const master = () =>
  startServer(
    {
      'shop/metadata.yml': 'tags: {team: master}\n',
      'shop/commandments.yml':
        'a:\n  when: When in {{ DATA_REGION | default("nowhere") }}\n  ruleset:\n    - Keep data in {{ LOG_LEVEL }}, {{ scope.tags.team }}, {{ scope.sources | length }}\n    - "{{ secret_of_master }}"\n',
    },
    { log_level: 'error' },
  );

test('a master’s rule reads differently on two readers: each renders it with its own values', async () => {
  const { url } = await master();
  const one = await reader([url], { 'shop/metadata.yml': 'tags: {team: one}\n' }, { log_level: 'debug' });
  const two = await reader([url], {}, { log_level: 'info' });
  const [ofOne, ofTwo] = [await rulesOf(one), await rulesOf(two)];
  expect(ofOne.commandments.a?.rules).toEqual(['Keep data in debug, one, 2']);
  expect(ofTwo.commandments.a?.rules).toEqual(['Keep data in info, master, 1']);
  // What only the master knows stays with the master.
  for (const { template_failures } of [ofOne, ofTwo])
    expect(template_failures).toMatchObject([{ element_identifier: 'a rule #2' }]);
  expect((await rulesOf(one, 'shop', true)).commandments.a?.rules[0]).toContain('{{ LOG_LEVEL }}');
});

describe('texts of local files never see the tags of a master', () => {
  const see = (text: string) => `${text} {{ scope.tags.team | default('nothing') }}`;
  const content = (whose: string) => ({
    'shop/commandments.yml': `${whose}: {when: "${see('When')}", ruleset: ["${see('Rule')}"]}\n`,
    'shop/katas.yml': `k-${whose}: {when: "${see('Category')}", katas: {${whose}: {when: "${see('Kata')}", procedure: "${see('1.')}"}}}\n`,
    'shop/tenka.yml': `tenka: {US${whose === 'far' ? 1 : 2}: {who: "${see('a')}", what: b, why: c}}\n`,
  });
  const far = {
    ...content('far'),
    'shop/metadata.yml': 'description: Far shop\ntags: {team: far}\n',
    'shop/suggestions.yml': `both: {when: "${see('Far')}", ruleset: [x]}\n`,
  };
  const settings = { rules_markdown_prologue: see('Prologue') };

  async function seen(local: Readonly<Record<string, string>>) {
    const { url } = await startServer(far);
    const own = await reader([url], local, settings);
    const kata = async (kata_name: string) =>
      asked<{ when: string; procedure: string }>(own, 'get_kata', { scope_name: 'shop', kata_name });
    return {
      own,
      rules: await rulesOf(own),
      markdown: await ask(own.service, 'get_rules', { scope_name: 'shop' }, 'markdown'),
      katas: await asked<{ categories: { when: string; katas: { when: string }[] }[] }>(
        own,
        'get_kata_category_index',
        { scope_name: 'shop' },
      ),
      kata,
      stories: await asked<{ stories: { who: string }[] }>(own, 'get_user_stories', { scope_name: 'shop' }),
    };
  }

  test('where there is no local metadata.yml, and the master gives description and tags', async () => {
    const local = {
      ...content('near'),
      'shop/suggestions.yml': `both: {when: "${see('Near')}", ruleset: [y]}\n`,
    };
    const { rules, markdown, katas, kata, stories } = await seen(local);
    expect(rules.metadata).toMatchObject({ description: 'Far shop', tags: { team: 'far' } });
    expect(rules.commandments.far).toMatchObject({ when: 'When far', rules: ['Rule far'] });
    expect(rules.commandments.near).toMatchObject({ when: 'When nothing', rules: ['Rule nothing'] });
    expect(rules.suggestions.both).toMatchObject({ when: 'Near nothing', rules: ['y'] });
    expect(katas.categories.map(({ when, katas: [one] }) => [when, one?.when])).toEqual([
      ['Category far', 'Kata far'],
      ['Category nothing', 'Kata nothing'],
    ]);
    expect([await kata('far'), await kata('near')]).toMatchObject([
      { when: 'Kata far', procedure: '1. far' },
      { when: 'Kata nothing', procedure: '1. nothing' },
    ]);
    expect(stories.stories.map(({ who }) => who)).toEqual(['a far', 'a nothing']);
    // Settings are local texts too.
    expect(markdown).toMatch(/^Prologue nothing\n/);
  });

  test('nor those of local ancestors, which a scope of a master has', async () => {
    const { url } = await startServer({ ...far, 'shop/metadata.yml': 'parent: base\ntags: {team: far}\n' });
    const own = await reader([url], { 'base/commandments.yml': `base: {ruleset: ["${see('Base')}"]}\n` });
    const { commandments } = await rulesOf(own);
    expect(commandments.base?.rules).toEqual(['Base nothing']);
    expect(commandments.far?.rules).toEqual(['Rule far']);
  });

  test('and a local metadata.yml counts for all texts, also where it has no tags', async () => {
    const { rules, markdown } = await seen({
      ...content('near'),
      'shop/metadata.yml': 'description: Mine\n',
    });
    expect(rules.metadata).toMatchObject({ description: 'Mine', tags: {} });
    expect(JSON.stringify([rules, markdown])).not.toMatch(/(?:Rule|When|Prologue) far/);
    expect(rules.commandments.far?.rules).toEqual(['Rule nothing']);
  });
});

test('no value of a reader is ever sent to a master', async () => {
  const server = await master();
  const own = await reader(
    [server.url],
    {},
    {
      log_level: 'debug',
      default_scope: 'own-secret-scope',
      rules_markdown_prologue: 'own-secret-prologue',
      enabled_plugins: ['git.context', 'fs.context'],
    },
  );
  await rulesOf(own);
  await own.service.scopes();
  await own.service.reload();
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/scopes/shop/bundle',
    'GET /api/v1/scopes',
    'POST /api/v1/reload',
  ]);
  const usual = [
    'accept',
    'accept-encoding',
    'accept-language',
    'cdn-loop',
    'connection',
    'content-length',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ];
  for (const { headers } of server.seen) {
    expect(Object.keys(headers).filter((name) => !usual.includes(name))).toEqual([]);
    expect(headers['cdn-loop']).toMatch(/^precept-[0-9a-f]{16}$/);
    expect(JSON.stringify(headers)).not.toContain('own-secret');
  }
});
