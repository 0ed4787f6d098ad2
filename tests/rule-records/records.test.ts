import { expect, test } from 'vitest';
import { ask, faultOf } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const record = {
  'shop/commandments.yml': `api.http:
  when: When adding an endpoint
  ruleset:
    - Answer errors as problem details
    - rule: Page lists with an opaque cursor
      id: cursor-paging
      why: Offsets skip rows in {{ scope.name }}
      good: "GET /orders?cursor=eyJ{{ raw }}"
      bad:
        - GET /orders?offset=100
        - |
          first
          second
      source: [https://wiki.acme.example/adr/12]
      check: {pattern: '[?&]offset=', paths: ['src/api/**']}
      owner: team-api
      status: active
      review_by: 2027-06-01
      waivable: false
`,
};

test('a record is served with its details', async () => {
  const { service } = await testService(record);
  const { commandments } = JSON.parse(await ask(service, 'get_rules', { scope_name: 'shop' }));
  const { rules, ids, details } = commandments['api.http'];
  expect(rules).toEqual(['Answer errors as problem details', 'Page lists with an opaque cursor']);
  expect(ids[1]).toBe('cursor-paging');
  expect(details).toEqual([
    null,
    {
      why: 'Offsets skip rows in shop',
      good: 'GET /orders?cursor=eyJ{{ raw }}',
      bad: ['GET /orders?offset=100', 'first\nsecond\n'],
      source: ['https://wiki.acme.example/adr/12'],
      check: { pattern: '[?&]offset=', paths: ['src/api/**'] },
      owner: 'team-api',
      review_by: '2027-06-01',
      waivable: false,
    },
  ]);
});

test('Markdown shows the parts of details that rules_details names', async () => {
  const { service } = await testService(record);
  const text = await ask(service, 'get_rules', { scope_name: 'shop' }, 'markdown');
  expect(text).toContain(`- **MUST**: Answer errors as problem details
- **MUST**: Page lists with an opaque cursor
  - Why: Offsets skip rows in shop
  - Good: \`GET /orders?cursor=eyJ{{ raw }}\`
  - Bad: \`GET /orders?offset=100\`
  - Bad:
    \`\`\`
    first
    second
    \`\`\`
`);
  const none = await testService(record, { rules_details: [] });
  expect(await ask(none.service, 'get_rules', { scope_name: 'shop' }, 'markdown')).not.toContain('Why');
});

test('a pattern may be blanks alone', async () => {
  const item = '{rule: Indent by spaces, check: {pattern: "\\t", paths: [a]}}';
  const { service } = await testService({ 'shop/commandments.yml': `a:\n  ruleset: [${item}]\n` });
  const { commandments } = JSON.parse(await ask(service, 'get_rules', { scope_name: 'shop' }));
  expect(commandments.a.details).toEqual([{ check: { pattern: '\t', paths: ['a'] } }]);
});

test.each([
  ['- {id: x-y}', 'missing-value', '`rule` of rule 1 of category `a` is missing'],
  ['- {rule: R, id: Bad}', 'invalid-value', 'cannot be the id'],
  ['- {rule: R, id: abcdef0123}', 'invalid-value', 'cannot be the id'],
  ["- {rule: R, check: {pattern: '(', paths: [x]}}", 'invalid-value', 'not a regular expression'],
  ["- {rule: R, check: {pattern: '(?i)a', paths: [x]}}", 'invalid-value', 'write [eE] for e'],
  ["- {rule: R, check: {pattern: '', paths: [x]}}", 'invalid-value', 'it is blank'],
  ['- {rule: R, check: {pattern: a}}', 'invalid-value', '`paths` is missing'],
  ['- {rule: R, check: {eslint: a, ruff: b}}', 'invalid-value', 'not exactly one thing'],
  ['- {rule: R, check: [{eslint: a}, {paths: [b]}]}', 'invalid-value', 'not exactly one thing'],
  ['- {rule: R, review_by: 2027-02-30}', 'invalid-value', 'it is not a day'],
  ['- {rule: R, source: [ftp://x]}', 'invalid-value', 'not an http or https address'],
  ['- {rule: R, status: off}', 'wrong-type', 'status'],
  ['- {rule: [R]}', 'wrong-type', '`rule` of rule 1'],
  ['- Note: this', 'wrong-type', 'rule 1 of category `a` is a mapping, not text'],
])('%s is invalid content', async (item, _code, words) => {
  const { service } = await testService({ 'shop/commandments.yml': `a:\n  ruleset:\n    ${item}\n` });
  const fault = await faultOf(service, { scope_name: 'shop' });
  expect(fault.code).toBe('invalid-content');
  expect(fault.message).toContain(words);
});
