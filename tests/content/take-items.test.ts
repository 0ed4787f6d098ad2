import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer, Parser } from 'yaml';
import { lookAtTokens } from '../../src/content/compose/look-at-tokens.ts';
import { takeItems } from '../../src/content/compose/take-items.ts';
import { atOnce } from '../../src/runtime/async/turns.ts';
import { runs } from '../support/runs.ts';

const texts = [
  'Answer errors as problem details',
  '"Always: ask # first"',
  "'{{ scope.name | upper }}'",
  'x',
  'Zuerst fragen – später ändern 🙂',
  '42',
  '~',
  '"open',
  "'it''s'",
  '"a\\"b"',
  'key: value',
  'key:',
  'a # comment',
  'C#',
  'trailing ',
  '&anchor a',
  '!!str a',
  '*alias',
  '|',
  '>-',
  '[a, b]',
  '[a,',
  'b]',
  '{a: b}',
  '- nested',
  '-',
  '? a',
  '',
];
const starts = ['- ', '- ', '- ', '- ', '-  ', '-\t', '', '', '? - ', 'list:\n  - ', '- - '];
const item = fc
  .tuple(fc.constantFrom(0, 2), fc.constantFrom(...texts))
  .map(([indent, text]) => `${' '.repeat(indent)}- ${text}`);
const other = fc
  .tuple(fc.constantFrom(0, 2, 2, 2, 2, 3, 4, 6), fc.constantFrom(...starts), fc.constantFrom(...texts))
  .map(([indent, start, text]) => `${' '.repeat(indent)}${start}${text}`);
const run = fc
  .tuple(fc.oneof(item, other), fc.integer({ min: 1, max: 5 }))
  .map(([one, times]) => Array.from({ length: times }, () => one));
const lines = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: run },
      {
        weight: 1,
        arbitrary: fc.constantFrom('---', '...', '# comment', '%YAML 1.2', '\uFEFF- a').map((one) => [one]),
      },
    ),
    { maxLength: 12 },
  )
  .map((runs) => runs.flat());

function tokensOf(text: string) {
  const looked = atOnce(lookAtTokens(text, 500_000));
  return 'tokens' in looked ? looked.tokens : [];
}

test('items that are taken from a list give the tokens that the parser gives, whatever is around them', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (given, lineBreak, isClosed) => {
      const text = given.join(lineBreak) + (isClosed ? lineBreak : '');
      const whole = [...new Parser().parse(text)];
      const tooMany = whole.filter(({ type }) => type === 'error').length > 100;
      const tokens = tokensOf(text);
      expect(tokens).toEqual(tooMany ? whole.slice(0, tokens.length) : whole);
    }),
    { numRuns: runs(1000) },
  );
});

/** A lexer and its parser behind the first item of a list. */
function behindFirst(source: string) {
  const [lexer, parser] = [new Lexer(), new Parser()];
  const lexemes = lexer.lex(source);
  for (let lexeme = lexemes.next(); lexeme.value !== '\n'; lexeme = lexemes.next())
    expect([...parser.next(lexeme.value as string)]).toEqual([]);
  expect([...parser.next('\n')]).toEqual([]);
  return { lexer, parser };
}

test('all items behind the first are taken, as far as their number goes and a line follows that is not theirs', () => {
  const items = Array.from({ length: 10 }, (_, at) => `- rule ${at}\n`).join('');
  const taken = (maxLexemes: number, after = '') => {
    const { lexer, parser } = behindFirst(items + after);
    const lexemes = takeItems(items + after, lexer, parser, maxLexemes);
    return [lexemes, parser.offset];
  };
  const line = '- rule 0\n'.length;
  expect(taken(1000)).toEqual([8 * 5, 9 * line]);
  expect(taken(1000, '  and more')).toEqual([8 * 5, 9 * line]);
  expect(taken(1000, '- "open')).toEqual([9 * 5, 10 * line]);
  expect(taken(20)).toEqual([3 * 5, 4 * line]);
  expect(taken(5)).toEqual([0, line]);
});

test('a list is as long as it may be with the parser alone', () => {
  const source = `rules:\n${'  - a rule\n'.repeat(100)}`;
  const lexemes = [...new Lexer().lex(source)].length;
  expect(atOnce(lookAtTokens(source, lexemes))).toHaveProperty('tokens');
  expect(atOnce(lookAtTokens(source, lexemes - 1))).toEqual({
    tooMuch: { offset: source.length - 1, what: 'tokens' },
  });
});
