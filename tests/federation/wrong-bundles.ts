import { bundle } from './servers.ts';

const rule = { text: 'x', origin: { server: 'local', scope: 'shop', file: 'f', line: 1 } };
/** A bundle with one category of that value. */
export const category = (value: unknown) => bundle('shop', { commandments: { a: value } });
/** Bundles that are none, by what is wrong with them. */
export const shapes: readonly [string, unknown][] = [
  ['null', null],
  ['a text', 'shop'],
  ['a list', [bundle('shop')]],
  ['another format', { ...bundle('shop'), format: 2 }],
  ['no metadata', { format: 1, scope_name: 'shop' }],
  ['tags that are a list', { ...bundle('shop'), metadata: { description: '', tags: ['a'] } }],
  ['a tag that is a number', { ...bundle('shop'), metadata: { description: '', tags: { a: 1 } } }],
  ['a description that is a list', { ...bundle('shop'), metadata: { description: [], tags: {} } }],
  ['commandments that are a list', bundle('shop', { commandments: [] })],
  ['a category that is a list', category([])],
  ['a category that is null', category(null)],
  ['rules that are null', category({ when: null, tags: [], rules: null })],
  ['a rule that is a text', category({ rules: ['x'] })],
  ['a rule without origin', category({ rules: [{ text: 'x' }] })],
  ['an origin in line 0', category({ rules: [{ ...rule, origin: { ...rule.origin, line: 0 } }] })],
  [
    'an origin in a scope that is none',
    category({ rules: [{ ...rule, origin: { ...rule.origin, scope: '../x' } }] }),
  ],
  ['a when that is a number', category({ when: 1, rules: [] })],
  ['a key of two lines', bundle('shop', { commandments: { 'a\nb': { rules: [] } } })],
  ['a key that is too long', bundle('shop', { suggestions: { ['k'.repeat(501)]: { rules: [] } } })],
  ['a kata without procedure', bundle('shop', { katas: { k: { katas: { x: { when: null } } } } })],
  ['a story that is none', bundle('shop', { tenka: { US1: { who: 'a' } } })],
  [
    'a story with the id of none',
    bundle('shop', { tenka: { X: { who: '', what: '', why: '', origin: rule.origin } } }),
  ],
  [
    'a criterion of another story',
    bundle('shop', {
      tenka: {
        US1: {
          who: '',
          what: '',
          why: '',
          origin: rule.origin,
          // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
          acs: { 'AC2.1': { given: '', when: '', then: '' } },
        },
      },
    }),
  ],
  ['results that are no list', bundle('shop', { results: {} })],
  ['a quarter of a million values and one', bundle('shop', { extra: new Array(250_001).fill(0) })],
];
