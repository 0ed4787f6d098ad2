// Rules that are made to keep lint busy for hours take it seconds. About half a minute.
import { expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { manyRules, word } from '../lint/many-rules.ts';
import { tempFolder } from '../support/folder.ts';
import { startProcessorClock } from '../support/in-time.ts';

const words = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => word(at + index)).join(' ');

test.each([
  ['the same words everywhere', () => 'Page all lists of all orders by the same number of rows'],
  [
    'a few common words',
    (at: number) => `Page lists ${word(at % 40)} of ${word(at % 41)} by ${word(at % 43)} ${at} rows`,
  ],
  ['thousands of words', (at: number) => words(at, 2000)],
  ['as many words as are compared', (at: number) => words(at % 100, 60)],
  [
    'many clauses',
    (at: number) =>
      Array.from({ length: 12 }, (_, index) => `never use ${word(at % 7)} ${word(index)} for ${at}`).join(
        '; ',
      ),
  ],
  [
    'nothing but negations',
    (at: number) => `not never ${word(at)} no unless without, not instead of, rather than ${word(at + 1)}`,
  ],
  ['brackets and dashes', (at: number) => `${'((( - – — '.repeat(200)} ${at}`],
  ['tags of templates', (at: number) => `${'x {{ '.repeat(100)} ${at}`],
  ['no blanks', (at: number) => `${'長い文'.repeat(300)}${at}`],
])(
  'lint takes seconds for 10,000 rules of %s',
  async (_, textOf) => {
    const folder = await tempFolder({
      's/commandments.yml': manyRules(10_000, (at) => JSON.stringify(textOf(at))),
    });
    const time = startProcessorClock();
    const { problems } = await lint(folder, [
      '--lint',
      'redundant-rule=off,long-rule=off,template-syntax=off',
    ]);
    time.expectInTime(30_000);
    expect(problems.length).toBeLessThanOrEqual(201);
  },
  120_000,
);

test('lint takes seconds for hundreds of scopes of which each inherits from all others', async () => {
  const files: Record<string, string> = {};
  for (let level = 0; level < 9; level++) {
    for (let at = 0; at < 40; at++) {
      const parents = Array.from({ length: 40 }, (_, other) => `s${level - 1}-${other}`);
      files[`s${level}-${at}/metadata.yml`] = level === 0 ? '' : `parents: [${parents.join(', ')}]\n`;
      files[`s${level}-${at}/commandments.yml`] =
        `c:\n  when: Now\n  ruleset: [Page lists of ${word(at)} by ${level + 3}]\n`;
    }
  }
  const folder = await tempFolder(files);
  const time = startProcessorClock();
  const { problems } = await lint(folder);
  time.expectInTime(60_000);
  expect(problems.every(({ code }) => code === 'contradicting-rules')).toBe(true);
  expect(problems.length).toBeGreaterThan(0);
}, 200_000);
