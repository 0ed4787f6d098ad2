import { expect, test } from 'vitest';
import { estimateTokens, formatTokens } from '../../src/model/text/tokens.ts';

test.each([
  ['', 0, '0'],
  ['a', 1, '1'],
  ['abcd', 1, '1'],
  ['abcde', 2, '2'],
  ['日本', 2, '2'],
  ['a'.repeat(11_650), 2913, '2,913'],
  ['a'.repeat(4_000_001), 1_000_001, '1,000,001'],
])('tokens are a quarter of the bytes, rounded up', (text, tokens, shown) => {
  expect(estimateTokens(text)).toBe(tokens);
  expect(formatTokens(tokens)).toBe(shown);
});
