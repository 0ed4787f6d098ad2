import * as v from 'valibot';
import { expect, test } from 'vitest';
import { getRules } from '../../src/service/operations/get-rules.ts';
import { precept } from '../cli/command-line.ts';
import { diff } from '../diff/diff.ts';
import { reader, startServer } from '../federation/servers.ts';
import { httpClient } from '../http/client.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { testService } from '../support/service.ts';

const files = {
  'acme/suggestions.yml': `api:
  ruleset:
    - First
    - {rule: Page lists, id: cursor-paging, why: Offsets skip rows, owner: team-api, review_by: 2020-01-31}
    - {rule: Not yet, status: draft}
    - {rule: No more, id: no-more, status: retired}
`,
  'shop/metadata.yml': 'parent: acme\n',
  'shop/suggestions.yml': `+api:
  ruleset:
    - Last
    - {rule: Page by cursor, id: cursor-paging}
only.drafts:
  ruleset: [{rule: Later, status: draft}]
`,
};
const shop = { scope_name: 'shop' };

test('a suggestion takes the place of the inherited one with its id', async () => {
  const { service } = await testService(files);
  const { suggestions } = JSON.parse(await ask(service, 'get_rules', shop));
  expect(suggestions.api.rules).toEqual(['First', 'Page by cursor', 'Last']);
  expect(suggestions.api.ids[1]).toBe('cursor-paging');
  expect(suggestions.api.details).toBeUndefined();
  const { matches } = JSON.parse(await ask(service, 'explain', { ...shop, of: 'cursor-paging' }));
  expect(matches[0].candidates).toMatchObject([
    {
      scope: 'acme',
      outcome: 'replaced-by',
      by: { id: 'cursor-paging', scope: 'shop' },
      details: { owner: 'team-api' },
    },
    { scope: 'shop', outcome: 'served' },
  ]);
});

test('drafts and retired rules are explained, and nowhere else', async () => {
  const master = await startServer(files);
  const { service } = await reader([master.url], {});
  const bundle = await (await fetch(`${master.url}/api/v1/scopes/acme/bundle`)).text();
  for (const word of ['Not yet', 'No more']) expect(bundle).not.toContain(word);
  expect(await ask(service, 'find_guidance', { ...shop, task: 'not yet' })).not.toContain('Not yet');
  const of = async (name: string) =>
    JSON.parse(await ask(master.service, 'explain', { ...shop, of: name })).matches[0].candidates[0].outcome;
  expect(await of('no-more')).toBe('retired');
  expect(await of('Not yet')).toBe('draft');
});

test('several checks of a rule come over a master as they are written, and in the shape that is documented', async () => {
  const check = [{ eslint: 'no-console', paths: ['src/**'] }, { review: true }];
  const master = await startServer({
    'acme/commandments.yml': `a:\n  ruleset: [{rule: One, check: ${JSON.stringify(check)}}]\n`,
  });
  const { service } = await reader([master.url], {});
  const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 'acme' }));
  expect(answer.commandments.a.details).toEqual([{ check }]);
  expect(v.parse(getRules.output, answer).commandments.a?.details).toEqual([{ check }]);
});

test('drafts alone take the place of nothing that is inherited', async () => {
  const { service } = await testService({
    ...files,
    'shop/suggestions.yml': 'api:\n  ruleset: [{rule: Later, status: draft}]\n',
  });
  const { suggestions } = JSON.parse(await ask(service, 'get_rules', shop));
  expect(suggestions.api.rules).toEqual(['First', 'Page lists']);
});

test('diff says what became of a rule by its id', async () => {
  const [from, to] = [await tempFolder(files), await tempFolder({ ...files })];
  const after = files['acme/suggestions.yml']
    .replace('rule: Page lists', 'rule: Quite other words')
    .replace('Offsets skip rows', 'They cost a scan');
  const changed = await tempFolder({ ...files, 'acme/suggestions.yml': after });
  expect((await diff('/', [from, to])).changes).toEqual([]);
  expect((await diff('/', [from, changed])).changes).toMatchObject([
    { element: 'rule', op: 'changed', id: 'cursor-paging', before: 'Page lists', after: 'Quite other words' },
    { element: 'rule', op: 'changed', field: 'why', id: 'cursor-paging', after: 'They cost a scan' },
  ]);
});

test('the explorer shows what a rule says, what is not served, and what is due', async () => {
  const client = await httpClient(files);
  const page = async (path: string) => (await client.get(path, { accept: 'text/html' })).text();
  const acme = await page('/scopes/acme');
  for (const text of [
    'Offsets skip rows',
    'team-api',
    'review due',
    '2 rules are not served',
    'Not yet',
    'retired',
  ])
    expect(acme).toContain(text);
  expect(await page('/scopes/acme/rules/cursor-paging')).toContain('Offsets skip rows');
  expect(await page('/scopes/shop')).toContain('1 rule is not served');
});

test('precept lint --due lists rules by their owners', async () => {
  const cwd = await tempFolder(files);
  const { stdout, code } = await precept(['lint', '.', '--due'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toBe('team-api\n  2020-01-31  acme/suggestions.yml:4:14  cursor-paging  Page lists\n');
  const json = await precept(['lint', '.', '--due', '--format', 'json'], { cwd });
  expect(JSON.parse(json.stdout).owners).toMatchObject([
    { owner: 'team-api', rules: [{ id: 'cursor-paging' }] },
  ]);
});

test('YAML has all that a rule says, and reads back as the same', async () => {
  const { service } = await testService(files);
  expect(await ask(service, 'get_rules', { scope_name: 'acme' }, 'yaml')).toContain(
    '      - First\n      - rule: Page lists\n        id: cursor-paging\n        why: Offsets skip rows\n',
  );
});
