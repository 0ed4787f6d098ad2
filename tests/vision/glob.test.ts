import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGlob } from '../../src/guidance/stories/results/glob.ts';
import { startProcessorClock } from '../support/in-time.ts';

/** The same by the book: what is left of the pattern against what is left of the text. */
function matches(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] === '*')
    return matches(pattern.slice(1), text) || (text !== '' && matches(pattern, text.slice(1)));
  return (
    text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && matches(pattern.slice(1), text.slice(1))
  );
}

describe('a glob', () => {
  test('matches what it says, letter by letter', () => {
    const letters = (alphabet: string) =>
      fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters('ab*?['), letters('ab*['), (pattern, text) => {
        expect(createGlob(pattern)(text)).toBe(matches(pattern, text));
      }),
      { numRuns: 3000 },
    );
  });

  test('takes brackets, slashes and line breaks as they are', () => {
    expect(createGlob('test_[a-z]*')('test_[a-z]/b\n> c')).toBe(true);
    expect(createGlob('test_[a-z]*')('test_b')).toBe(false);
  });

  test('takes no time, however many stars', () => {
    const time = startProcessorClock();
    expect(createGlob(`${'*a'.repeat(100)}b`)('a'.repeat(20_000))).toBe(false);
    expect(createGlob(`${'a*'.repeat(100)}c?b`)(`${'a'.repeat(20_000)}cb`)).toBe(false);
    time.expectInTime(1000);
  });
});
