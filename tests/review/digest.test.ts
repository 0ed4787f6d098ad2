import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ask } from '../../src/service/ask.ts';
import { getRules } from '../../src/service/operations/get-rules.ts';
import { digestOf } from '../../src/service/review/policy/digest.ts';
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

/** Ways to write each part of the content, some of which say the same. */
const ways = {
  paging: [
    'rule: Page lists with a cursor',
    'rule: "Page lists with a cursor"',
    "why: Offsets skip rows\n      rule: 'Page lists with a cursor'",
    'rule: Page lists with a token',
    'rule: Page lists with a cursor\n      status: draft',
    'rule: Page lists with a cursor\n      status: retired',
  ],
  check: [
    "check: {pattern: 'offset=', paths: ['src/**']}",
    "check: {paths: ['src/**'], pattern: 'offset='}",
    "check: [{pattern: 'offset=', paths: ['src/**']}]",
    "check: {require: 'offset=', paths: ['src/**']}",
  ],
  when: [
    "when: When adding\n  paths: ['src/api/**']",
    "paths: ['src/api/**']\n  when: When adding",
    'when: When adding',
  ],
  last: ['[Name things, Log errors]', '[Log errors, Name things]', '["Name things", "Log errors"]'],
  parent: ['[Name things]', '[Log errors]', '[Keep no secrets]', '[]'],
  waiver: [
    '',
    '{rule: paging, reason: old, until: 2001-01-01}',
    '{rule: paging, reason: old, until: 2999-01-01}',
  ],
  tag: ['web', 'back'],
  template: ['A plain text', 'This is {{ scope.tags.tier }}', 'This is web'],
  other: ['[Keep no secrets]', '[Be kind]'],
} as const;
type World = { [Part in keyof typeof ways]: string };

const worlds = fc.record(
  Object.fromEntries(
    Object.entries(ways).map(([part, texts]) => [part, fc.constantFrom<string>(...texts)]),
  ) as { [Part in keyof World]: fc.Arbitrary<string> },
);

/** What a scope says of changes as it is served, and the digest. */
async function served(world: World) {
  const { service } = await testService({
    'org/suggestions.yml': `names:\n  when: When naming\n  ruleset: ${world.parent}\n`,
    'shop/metadata.yml': `parent: org\ntags: {tier: ${world.tag}}\n`,
    'shop/commandments.yml': `api:\n  ${world.when}\n  ruleset:\n    - ${world.paging}\n      id: paging\n      ${world.check}\n    - '${world.template}'\n`,
    'shop/suggestions.yml': `+names:\n  ruleset: ${world.last}\n`,
    'shop/waivers.yml': `waivers: [${world.waiver}]\n`,
    'other/commandments.yml': `data:\n  when: When storing\n  ruleset: ${world.other}\n`,
  });
  try {
    const { scope, rules, categories } = await openPolicy(service, 'shop');
    const { data } = await ask(getRules, { scope_name: 'shop', debug: false }, service);
    const { commandments: must, suggestions: should } = data;
    const effective = rules.map(({ id, kind, category, text, details, checks, waivers }) => {
      const { check: _, ...said } = details ?? {};
      return { id, kind, category, text, said, checks, waivers };
    });
    return { digest: await digestOf(scope), effective: { effective, categories, must, should } };
  } finally {
    await service.close();
  }
}

test('it changes exactly when what is served does', async () => {
  const keys = Object.keys(ways) as (keyof World)[];
  await fc.assert(
    fc.asyncProperty(
      worlds,
      worlds,
      fc.subarray(keys, { minLength: 1, maxLength: 3 }),
      async (one, other, parts) => {
        const changed = { ...one, ...Object.fromEntries(parts.map((part) => [part, other[part]])) };
        const [before, after] = [await served(one), await served(changed)];
        const isSame = isDeepStrictEqual(before.effective, after.effective);
        expect(before.digest === after.digest, JSON.stringify(after.effective)).toBe(isSame);
      },
    ),
    { numRuns: 40 },
  );
});
