import { expect, test } from 'vitest';
import { asked, bundle, bundled, json, reader, startServer, startStub } from '../federation/servers.ts';
import { idsOf } from '../support/rule-id.ts';
import { testService } from '../support/service.ts';

interface Answer {
  readonly commandments: Categories;
  readonly suggestions: Categories;
}
type Categories = Readonly<
  Record<string, { readonly rules: readonly unknown[]; readonly ids: readonly string[] }>
>;

const shop = { scope_name: 'shop' };

test('a rule has the id of its strength and its text as written, wherever it stands', async () => {
  const service = await testService({
    'base/commandments.yml': 'a.b:\n  ruleset: [Old place]\n',
    'shop/metadata.yml': 'parent: base\ntags: {team: core}\n',
    'shop/commandments.yml': 'c:\n  ruleset: [Old place, "Owner: {{ scope.tags.team }}"]\n',
    'shop/suggestions.yml': 'c:\n  ruleset:\n  - "{{ nothing }}"\n  - Old place\n  - |\n    two\n    lines\n',
  });
  const rendered = await asked<Answer>(service, 'get_rules', shop);
  const written = await asked<Answer>(service, 'get_rules', { ...shop, debug: true });
  expect(rendered.commandments['a.b']?.ids).toEqual(idsOf('commandments', ['Old place']));
  expect(rendered.commandments.c?.rules).toEqual(['Old place', 'Owner: core']);
  expect(rendered.commandments.c?.ids).toEqual(
    idsOf('commandments', ['Old place', 'Owner: {{ scope.tags.team }}']),
  );
  // The one that fails has no place in either list.
  expect(rendered.suggestions.c?.ids).toEqual(idsOf('suggestions', ['Old place', 'two\nlines\n']));
  expect(written.suggestions.c?.ids).toHaveLength(3);
  const { commandments, suggestions } = await asked<Answer>(service, 'get_bundle', shop);
  for (const kind of ['commandments', 'suggestions'] as const) {
    for (const [name, { ids }] of Object.entries({ commandments, suggestions }[kind])) {
      expect(ids).toEqual(written[kind][name]?.ids);
    }
  }
});

test('ids stay the same along a chain of servers, also where hidden characters are taken out', async () => {
  const far = await startServer({ 'shop/commandments.yml': 'a:\n  ruleset: ["Ke\\u200bep", Calm]\n' });
  const middle = await startServer({}, { master_server_url: [far.url], remote_timeout_seconds: 60 });
  const near = await reader([middle.url], {});
  const { commandments } = await asked<Answer>(near, 'get_rules', shop);
  expect(commandments.a?.rules).toEqual(['Keep', 'Calm']);
  expect(commandments.a?.ids).toEqual(idsOf('commandments', ['Ke\u200bep', 'Calm']));
});

test('a text that a master says was written counts only where it is the same but for hidden characters', async () => {
  const told = bundled('shop', { a: ['Mine', 'Ke\u200bep'] }) as { a: { rules: object[] } };
  const rules = told.a.rules.map((rule) => ({ ...rule, written: 'Keep' }));
  const stub = await startStub(json(bundle('shop', { commandments: { a: { ...told.a, rules } } })));
  const { commandments } = await asked<Answer>(await reader([stub.url], {}), 'get_rules', shop);
  expect(commandments.a?.ids).toEqual(idsOf('commandments', ['Mine', 'Keep']));
});

test.each([
  ['ids of other rules', idsOf('commandments', ['Local one', 'Calm'])],
  ['no ids', undefined],
  ['ids that are none', ['../../etc', 'x']],
  ['ids that are no list', { 0: 'aaaaaaaaaa' }],
])('rules of a master with %s get those of their texts', async (_, ids) => {
  const categories = bundled('shop', { a: ['Ke\u200bep', 'Calm'] }) as { a: object };
  const stub = await startStub(json(bundle('shop', { commandments: { a: { ...categories.a, ids } } })));
  const { commandments } = await asked<Answer>(await reader([stub.url], {}), 'get_rules', shop);
  expect(commandments.a?.rules).toEqual(['Keep', 'Calm']);
  expect(commandments.a?.ids).toEqual(idsOf('commandments', ['Ke\u200bep', 'Calm']));
});
