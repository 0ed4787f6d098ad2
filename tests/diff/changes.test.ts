import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { idsOf } from '../support/rule-id.ts';
import { diff, type ToldChange } from './diff.ts';

type Files = Readonly<Record<string, string>>;

const family: Files = {
  'acme/metadata.yml': 'description: All of us\ntags: {team: everyone}\n',
  'acme/commandments.yml':
    'api.http:\n  when: When adding an endpoint\n  tags: [api]\n  ruleset:\n    - Page lists with a cursor\n    - Answer errors as problem details\n    - Name fields in camelCase\n',
  'acme/suggestions.yml': 'style:\n  ruleset: [Be brief, Be kind]\n',
  'acme/katas.yml':
    'delivery:\n  when: When shipping\n  katas:\n    release: {when: When releasing, procedure: "1. Build\\n2. Ship\\n"}\n    revert: {procedure: "1. Undo\\n"}\n',
  'acme/tenka.yml':
    'tenka:\n  US1:\n    who: buyer\n    what: pay\n    why: to get it\n    acs:\n      AC1.1: {given: a cart, when: I pay, then: it is mine}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/commandments.yml': 'api.http:\n  ruleset: [Keep it small]\n',
  'cart/metadata.yml': 'parent: shop\n',
};
const all = ['acme', 'cart', 'shop'];

interface Case {
  readonly edit: Readonly<Record<string, readonly [string, string]>>;
  readonly told: readonly Partial<ToldChange>[];
}

const cases: Readonly<Record<string, Case>> = {
  'a rule that is added reaches all scopes below': {
    edit: { 'acme/commandments.yml': ['    - Name fields', '    - Log each call\n    - Name fields'] },
    told: [
      {
        element: 'rule',
        kind: 'commandments',
        category: 'api.http',
        op: 'added',
        before: null,
        after: 'Log each call',
        id: idsOf('commandments', ['Log each call'])[0] ?? '',
        scopes: all,
      },
    ],
  },
  'a rule that is removed': {
    edit: { 'acme/commandments.yml': ['    - Name fields in camelCase\n', ''] },
    told: [{ op: 'removed', before: 'Name fields in camelCase', after: null, scopes: all }],
  },
  'a rule that is edited': {
    edit: { 'acme/commandments.yml': ['with a cursor', 'with an opaque cursor'] },
    told: [
      {
        op: 'changed',
        before: 'Page lists with a cursor',
        after: 'Page lists with an opaque cursor',
        scopes: all,
      },
    ],
  },
  'a rule in the place of another': {
    edit: { 'acme/commandments.yml': ['Page lists with a cursor', 'Log each call'] },
    told: [
      { op: 'removed', before: 'Page lists with a cursor' },
      { op: 'added', after: 'Log each call' },
    ],
  },
  'rules in another order': {
    edit: {
      'acme/commandments.yml': [
        '    - Page lists with a cursor\n    - Answer errors as problem details\n',
        '    - Answer errors as problem details\n    - Page lists with a cursor\n',
      ],
    },
    told: [
      {
        element: 'rule',
        op: 'moved',
        category: 'api.http',
        before: ['Page lists with a cursor', 'Answer errors as problem details'],
        after: ['Answer errors as problem details', 'Page lists with a cursor'],
        scopes: all,
      },
    ],
  },
  'another order beside another change is not told': {
    edit: { 'acme/suggestions.yml': ['[Be brief, Be kind]', '[Be kind, Be brief, Be there at nine]'] },
    told: [{ op: 'added', after: 'Be there at nine', kind: 'suggestions' }],
  },
  'the same suggestion twice more': {
    edit: { 'acme/suggestions.yml': ['Be kind', 'Be kind, Be kind, Be kind'] },
    told: [{ op: 'added', after: 'Be kind', count: 2 }],
  },
  'suggestions that a nearer scope replaces': {
    edit: { 'shop/suggestions.yml': ['', 'style:\n  ruleset: [Be kinder]\n'] },
    told: [
      { op: 'removed', before: 'Be brief', scopes: ['cart', 'shop'] },
      { op: 'removed', before: 'Be kind', scopes: ['cart', 'shop'] },
      { op: 'added', after: 'Be kinder', scopes: ['cart', 'shop'] },
    ],
  },
  'a when': {
    edit: { 'acme/commandments.yml': ['When adding an endpoint', 'When changing an endpoint'] },
    told: [
      {
        element: 'category',
        kind: 'commandments',
        category: 'api.http',
        field: 'when',
        op: 'changed',
        before: 'When adding an endpoint',
        after: 'When changing an endpoint',
        scopes: all,
      },
    ],
  },
  'tags, paths and links of a category': {
    edit: {
      'acme/commandments.yml': ['tags: [api]', 'tags: [http, api]\n  paths: [src/**]\n  see: [style]'],
    },
    told: [
      { element: 'category', field: 'tags', op: 'added', after: 'http', scopes: all },
      { field: 'paths', op: 'added', after: 'src/**', scopes: all },
      { field: 'see', op: 'added', after: 'style', scopes: all },
    ],
  },
  'a category': {
    edit: {
      'acme/suggestions.yml': ['style:', 'tests:\n  when: When testing\n  ruleset: [Test first]\nstyle:'],
    },
    told: [
      {
        element: 'category',
        kind: 'suggestions',
        category: 'tests',
        op: 'added',
        before: null,
        after: { when: 'When testing', tags: [], paths: [], see: [] },
        scopes: all,
      },
      { element: 'rule', category: 'tests', op: 'added', after: 'Test first', scopes: all },
    ],
  },
  'a kata': {
    edit: {
      'acme/katas.yml': ['    revert: {procedure: "1. Undo\\n"}\n', '    hotfix: {procedure: "1. Fix\\n"}\n'],
    },
    told: [
      { element: 'kata', kind: 'katas', category: 'delivery', name: 'revert', op: 'removed', after: null },
      {
        element: 'kata',
        name: 'hotfix',
        op: 'added',
        before: null,
        after: { when: null, paths: [], procedure: '1. Fix\n' },
        scopes: all,
      },
    ],
  },
  'the steps of a kata': {
    edit: { 'acme/katas.yml': ['2. Ship', '2. Tag\\n3. Ship'] },
    told: [
      {
        element: 'kata',
        name: 'release',
        field: 'procedure',
        op: 'changed',
        before: '1. Build\n2. Ship\n',
        after: '1. Build\n2. Tag\n3. Ship\n',
      },
    ],
  },
  'a story and what proves it': {
    edit: { 'acme/tenka.yml': ['what: pay', 'what: pay by card'] },
    told: [
      { element: 'story', kind: 'stories', name: 'US1', field: 'what', before: 'pay', after: 'pay by card' },
    ],
  },
  'an acceptance criterion': {
    edit: { 'acme/tenka.yml': ['when: I pay', 'when: I pay, checks: [{test: pays}]'] },
    told: [
      { element: 'story', name: 'AC1.1', field: 'status', op: 'removed' },
      { name: 'AC1.1', field: 'automation', op: 'removed' },
      { name: 'AC1.1', field: 'checks', op: 'added', after: [{ test: 'pays' }] },
    ],
  },
  'a tag of a scope': {
    edit: { 'acme/metadata.yml': ['{team: everyone}', '{team: all, area: web}'] },
    told: [
      {
        element: 'metadata',
        name: 'team',
        field: 'tags',
        op: 'changed',
        before: 'everyone',
        after: 'all',
        scopes: ['acme'],
      },
      { element: 'metadata', name: 'area', field: 'tags', op: 'added', after: 'web', scopes: ['acme'] },
    ],
  },
  'a parent that is left': {
    edit: { 'cart/metadata.yml': ['parent: shop', 'parent: acme'] },
    told: [{ op: 'removed', before: 'Keep it small', scopes: ['cart'] }],
  },
  'what is written otherwise and means the same': {
    edit: {
      'acme/suggestions.yml': ['[Be brief, Be kind]', '\r\n    - "Be brief"\r\n    - Be\r\n      kind'],
    },
    told: [],
  },
};

test.each(Object.entries(cases))('%s', async (_, { edit, told }) => {
  const edited = Object.entries(edit).map(([file, [from, to]]) => {
    const text = family[file] ?? '';
    expect(text).toContain(from);
    return [file, text.replace(from, to)] as const;
  });
  const [before, after] = [
    await tempFolder(family),
    await tempFolder({ ...family, ...Object.fromEntries(edited) }),
  ];
  const { changes } = await diff(before, [before, after]);
  expect(changes).toEqual(told.map((change) => expect.objectContaining(change)));
});

test('a scope that is new has all that it serves in its changes, and its size', async () => {
  const before = await tempFolder(family);
  const after = await tempFolder({ ...family, 'new/metadata.yml': 'parent: shop\n' });
  const { scopes, changes } = await diff(before, [before, after]);
  expect(scopes).toEqual([
    { name: 'new', state: 'added', before: null, after: { rules: 6, katas: 2, tokens: 27 } },
  ]);
  expect(changes.every(({ op }) => op === 'added')).toBe(true);
  expect(changes.filter(({ element }) => element === 'rule')).toHaveLength(6);
});
