import { expect, test } from 'vitest';
import { reader, startServer } from '../federation/servers.ts';
import { lint } from '../lint/lint.ts';
import { ask } from '../support/ask.ts';
import { stopDate } from '../support/clock.ts';
import { type TestService, testService } from '../support/service.ts';

const day = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const rules = `api:
  when: When changing the API
  ruleset:
    - rule: Page lists
      id: cursor-paging
    - rule: Never log secrets
      id: no-secrets
      waivable: false
    - Plain
`;
const waiver = (rule: string, more = '', until = dayFromNow(30)) =>
  `waivers:\n  - rule: ${rule}\n    reason: Rewritten with the shop\n    until: ${until}\n${more}`;

async function rulesOf({ service }: Pick<TestService, 'service'>, scope_name: string) {
  const json = JSON.parse(await ask(service, 'get_rules', { scope_name }));
  return { api: json.commandments.api, text: await ask(service, 'get_rules', { scope_name }, 'markdown') };
}

test('a waiver follows its rule in the scope that has it and those below, not above', async () => {
  const until = dayFromNow(30);
  const one = await testService({
    'acme/commandments.yml': rules,
    'shop/metadata.yml': 'parent: acme\n',
    'shop/waivers.yml': waiver('cursor-paging', '    paths: [legacy/**, old/**]\n    owner: team-shop\n'),
    'cart/metadata.yml': 'parent: shop\n',
  });
  for (const scope of ['shop', 'cart']) {
    const { api, text } = await rulesOf(one, scope);
    expect(api.waivers).toEqual([
      {
        rule: 'cursor-paging',
        paths: ['legacy/**', 'old/**'],
        until,
        reason: 'Rewritten with the shop',
        owner: 'team-shop',
        scope: 'shop',
      },
    ]);
    expect(await ask(one.service, 'get_rules', { scope_name: scope }, 'yaml')).toContain(
      `\n# api cursor-paging (waived for legacy/**, old/** until ${until}: Rewritten with the shop)\n`,
    );
    expect(text).toContain(
      `- **MUST**: Page lists (waived for legacy/**, old/** until ${until}: Rewritten with the shop)\n`,
    );
  }
  const { api, text } = await rulesOf(one, 'acme');
  expect(api.waivers).toBeUndefined();
  expect(text).not.toContain('waived');
});

test('a rule may be named by the id that its text gives, digits only too', async () => {
  const plain = await testService({ 'shop/commandments.yml': rules });
  const [, , id] = (await rulesOf(plain, 'shop')).api.ids;
  const one = await testService({ 'shop/commandments.yml': rules, 'shop/waivers.yml': waiver(id) });
  expect((await rulesOf(one, 'shop')).text).toContain('Plain (waived until');
});

test('the last day is the day in UTC, and a served scope does not wave it on', async () => {
  const pass = stopDate();
  const one = await testService({
    'shop/commandments.yml': rules,
    'shop/waivers.yml': waiver('cursor-paging', '', dayFromNow(0)),
  });
  expect((await rulesOf(one, 'shop')).text).toContain('waived');
  pass(day);
  expect((await rulesOf(one, 'shop')).text).not.toContain('waived');
});

test('what a scope does not have, or a rule refuses, is not waived below', async () => {
  const one = await testService({
    'acme/commandments.yml': 'base:\n  ruleset: [Base]\n',
    'acme/waivers.yml': waiver('cursor-paging'),
    'shop/metadata.yml': 'parent: acme\n',
    'shop/commandments.yml': rules,
    'cart/metadata.yml': 'parent: shop\n',
    'cart/waivers.yml': waiver('no-secrets'),
  });
  for (const scope of ['shop', 'cart']) expect((await rulesOf(one, scope)).text).not.toContain('waived');
  const own = await testService({ 'shop/commandments.yml': rules, 'shop/waivers.yml': waiver('no-secrets') });
  expect((await rulesOf(own, 'shop')).text).toContain('Never log secrets (waived');
});

test.each(['waivers: [', 'waivers: {a: b}', '- x\n', 'waivers:\n  - rule: cursor-paging\n'])(
  'an unreadable waivers.yml takes no rule away: %j',
  async (text) => {
    const one = await testService({ 'shop/commandments.yml': rules, 'shop/waivers.yml': text });
    const { api, text: markdown } = await rulesOf(one, 'shop');
    expect(api.rules).toHaveLength(3);
    expect(markdown).not.toContain('waived');
    const { problems } = await lint(one.rulesPath);
    expect(problems.some(({ file, severity }) => file === 'shop/waivers.yml' && severity === 'error')).toBe(
      true,
    );
  },
);

test('a master tells its waivers, which hold for its own rules alone', async () => {
  const master = await startServer({
    'acme/commandments.yml': rules,
    'acme/waivers.yml': waiver('cursor-paging'),
    'acme/suggestions.yml': 'api:\n  ruleset:\n    - {rule: Mine, id: cursor-page}\n',
  });
  const answer = await fetch(`${master.url}/api/v1/scopes/acme/bundle`);
  const bundle = JSON.parse(await answer.text());
  expect(bundle.waivers).toHaveLength(1);
  expect(bundle.commandments.api.ids).toEqual(['cursor-paging', 'no-secrets', expect.any(String)]);
  expect(bundle.commandments.api.rules[1]).toMatchObject({ id: 'no-secrets', waivable: false });
  const one = await reader([master.url], {
    'mine/metadata.yml': 'parent: acme\n',
    'mine/waivers.yml': waiver('no-secrets'),
    'same/metadata.yml': 'parent: acme\n',
    'same/commandments.yml': 'api:\n  ruleset: [Page lists]\n',
  });
  expect((await rulesOf(one, 'mine')).text).toContain('Page lists (waived until');
  expect((await rulesOf(one, 'mine')).text).toContain('Never log secrets\n');
  const same = await rulesOf(one, 'same');
  expect(same.api.ids[0]).toBe('cursor-paging');
  expect(same.text).not.toContain('waived');
});
