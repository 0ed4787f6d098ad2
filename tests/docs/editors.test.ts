import { expect, test } from 'vitest';
import { snippetsFor } from './rules.ts';

test('every editor starts the server in the same way', () => {
  const snippets = snippetsFor('editor');
  expect(snippets.length).toBeGreaterThan(2);
  for (const { text } of snippets) {
    expect(text).toMatch(/["']precept["']/);
    expect(text).toMatch(/(["'])lsp\1, \1--stdio\1/);
  }
});
