import { type Mistake, row } from './mistake.ts';

const rules = row('commandments.yml');
const hints = row('suggestions.yml');
const about = row('metadata.yml');

/** Nine lists, each of nine of the list before: 9^9 rules once written out. */
const laughs = Array.from('abcdefghi', (name, index) => {
  const item = index === 0 ? 'x' : `*${'abcdefghi'[index - 1]}`;
  return `${name}: &${name} [${Array(9).fill(item).join(', ')}]\n`;
}).join('');
const tooMuch = /aliases or nesting/;
const writeOut = /[Ww]rite the content out/;

/** Files made to use up time or memory. */
export const bombs: readonly Mistake[] = [
  rules('a billion laughs', `${laughs}z:\n  ruleset: *i\n`, '1:1', tooMuch, writeOut),
  about('a billion laughs', `${laughs}tags: {x: *i}\n`, '1:1', tooMuch, writeOut),
  rules(
    'a category inside itself',
    'a: &a\n  ruleset: [x]\n  b: *a\n',
    '3:3',
    /more than 64 segments/,
    /flatter/,
  ),
  rules('a ruleset inside itself', 'a:\n  ruleset: &r [x, *r]\n', '1:1', tooMuch, writeOut),
  rules('over 100 aliases', `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(101)}`, '1:1', tooMuch, writeOut),
  rules(
    '20,000 aliases',
    `b: &b x\na:\n  ruleset:\n${'    - *b\n'.repeat(20_000)}`,
    '1:1',
    tooMuch,
    writeOut,
  ),
  rules('over 4 MiB', `a:\n  ruleset:\n${'    - eleven\n'.repeat(330_000)}`, '1:1', /over 4 MiB/, /[Ss]plit/),
  rules(
    '100,000 lists in lists',
    `a:\n  ruleset: ${'['.repeat(100_000)}\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  rules(
    '100,000 mappings in mappings',
    `a: ${'{a: '.repeat(100_000)}\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  hints(
    '100,000 dashes',
    `a:\n  ruleset:\n    ${'- '.repeat(100_000)}x\n`,
    '\\d+:\\d+',
    /nested too deeply/,
    /flatter/,
  ),
  rules(
    '40,000 mistakes',
    `a:\n  ruleset:\n${'    - 1\n'.repeat(40_000)}`,
    '3:7',
    /rule 1 of category `a` is a number/,
    /quotes/,
  ),
  rules('20 keys in keys', `${'? '.repeat(20)}x\n`, '1:3', /key/, /\w/),
  rules('20,000 stray brackets', ']'.repeat(20_000), '1:1', /\w/, /\w/),
];
