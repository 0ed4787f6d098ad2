import { expect, test } from 'vitest';
import { reviewPatch } from '../../src/service/review/review-patch.ts';
import { openPolicy } from '../../src/service/tasks/review/open-policy.ts';
import { testService } from '../support/service.ts';

const commandments = `api:
  when: When adding an endpoint
  paths: ['src/api/**']
  ruleset:
    - rule: Page lists with a cursor
      id: paging
      why: Offsets skip rows
      check: {pattern: 'offset=', paths: ['src/**']}
    - Answer errors as problem details
`;
const files = {
  'org/commandments.yml': 'team:\n  when: When naming\n  ruleset: [Name things in English]\n',
  'shop/metadata.yml': 'parent: org\ntags: {tier: web}\n',
  'shop/commandments.yml': commandments,
  'other/commandments.yml': 'data:\n  when: When storing\n  ruleset: [Keep no secrets]\n',
};
const patch = '--- /dev/null\n+++ b/src/api/a.ts\n@@ -0,0 +1 @@\n+export {};\n';

async function digest(changed: Readonly<Record<string, string>> = {}, of = patch): Promise<string> {
  const { service } = await testService({ ...files, ...changed });
  try {
    const { data } = await reviewPatch(await openPolicy(service, 'shop'), of);
    return data.policy.digest;
  } finally {
    await service.close();
  }
}

const replaced = (from: string, to: string) => {
  const text = commandments.replace(from, to);
  expect(text).not.toBe(commandments);
  return { 'shop/commandments.yml': text };
};

test.each([
  ['the text of a rule', replaced('with a cursor', 'with an offset')],
  ['its why', replaced('skip rows', 'are slow')],
  ['its id', replaced('id: paging', 'id: pages')],
  ['its check', replaced("'offset='", "'offset'")],
  ['the paths of its check', replaced("['src/**']", "['lib/**']")],
  ['the paths of a category', replaced("['src/api/**']", "['api/**']")],
  ['when a category applies', replaced('When adding', 'When changing')],
  ['the strength', { 'shop/commandments.yml': '', 'shop/suggestions.yml': commandments }],
  ['a rule more', replaced('    - Answer', '    - Be kind\n    - Answer')],
  [
    'a rule that is inherited',
    { 'org/commandments.yml': files['org/commandments.yml'].replace('English', 'Latin') },
  ],
  ['a parent less', { 'shop/metadata.yml': 'tags: {tier: web}\n' }],
  ['a waiver', { 'shop/waivers.yml': 'waivers: [{rule: paging, reason: old, until: 2999-01-01}]\n' }],
])('the digest changes with %s', async (_, changed) => {
  expect(await digest(changed)).not.toBe(await digest());
});

test.each([
  ['comments', replaced('    - Answer', '    # Often forgotten\n    - Answer')],
  ['quotes', replaced('- Answer errors as problem details', '- "Answer errors as problem details"')],
  [
    'the order of keys',
    replaced(
      "  when: When adding an endpoint\n  paths: ['src/api/**']",
      "  paths: ['src/api/**']\n  when: When adding an endpoint",
    ),
  ],
  ['a scope that it does not inherit from', { 'other/commandments.yml': '' }],
  ['a tag that no text asks for', { 'shop/metadata.yml': 'parent: org\ntags: {tier: back}\n' }],
  [
    'a waiver that has ended',
    { 'shop/waivers.yml': 'waivers: [{rule: paging, reason: old, until: 2001-01-01}]\n' },
  ],
])('and not with %s', async (_, changed) => {
  expect(await digest(changed)).toBe(await digest());
});

test('nor with the change', async () => {
  expect(await digest({}, patch.replaceAll('src/api/a.ts', 'docs/a.md'))).toBe(await digest());
});
